// Checks GLB files with the Khronos glTF validator. Exit code 1 when one has an error (severity 0).
//   npm install --prefix DIR gltf-validator
//   GLTF_VALIDATOR=DIR/node_modules/gltf-validator node validate_glb.mjs [--allow ORIGINAL] FILE...
// --allow: errors that ORIGINAL has at the same place do not count. Exports carry the target's own data over
// untouched, and some shipped characters have errors of their own (weights that do not sum to 1).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const validator = createRequire(import.meta.url)(process.env.GLTF_VALIDATOR ?? 'gltf-validator');

async function errorsOf(path) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), { maxIssues: 0 });
  return report.issues.messages.filter((message) => message.severity === 0);
}

const place = ({ code, pointer, message }) => `${code} at ${pointer}: ${message}`;

const args = process.argv.slice(2);
const allowed = new Set();
if (args[0] === '--allow') {
  for (const error of await errorsOf(args[1])) allowed.add(place(error));
  args.splice(0, 2);
}
let failed = args.length === 0;
if (failed) console.error('usage: validate_glb.mjs [--allow ORIGINAL] FILE...');
for (const path of args) {
  const errors = (await errorsOf(path)).map(place);
  const own = errors.filter((error) => !allowed.has(error));
  for (const error of own) console.error(`${path}: ${error}`);
  console.log(`${path}: ${own.length} errors, ${errors.length - own.length} that the original has too`);
  failed ||= own.length > 0;
}
process.exit(failed ? 1 : 0);
