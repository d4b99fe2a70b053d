import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True if node_modules has the packages of package-lock.json. Compares versions with npm's own record: this takes a few
 * milliseconds and no process.
 */
export function isInstalled(root) {
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (!existsSync(join(root, 'node_modules', '.bin', 'node'))) return false;
  return requiredPackages(root).every(([path, { version }]) => present[path]?.version === version);
}

/** Throws an error with a message for the user if npm fails. */
export async function installPackages(root) {
  const started = Date.now();
  console.log('Installing packages (npm ci): only now, and again when package-lock.json has changed.');
  const progress = setInterval(() => console.log(`  ${seconds(started)} s, ${countUnpacked(root)}`), 5000);
  const code = await npmCi(root).finally(() => clearInterval(progress));
  if (code !== 0)
    throw new Error(
      `npm ci failed (exit code ${code}); its own words are above. It needs the npm registry or a filled npm cache.`,
    );
  console.log(`Packages installed in ${seconds(started)} s.`);
}

/**
 * Installs the versions of package-lock.json, with their checksums, in a new node_modules: nothing of an interrupted
 * install stays.
 */
function npmCi(root) {
  const npm = process.env.npm_execpath ?? '';
  const [command, ...args] = /npm-cli\.c?js$/.test(npm) ? [process.execPath, npm] : ['npm'];
  // Warnings would be about this Node's version, which only runs npm.
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn(command, [...args, 'ci', ...options], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)));
  });
}

function countUnpacked(root) {
  const packages = requiredPackages(root);
  const unpacked = packages.filter(([path]) => existsSync(join(root, path, 'package.json')));
  return `${unpacked.length} of ${packages.length} packages`;
}

/** The packages of package-lock.json, without optional ones: npm leaves out those for other platforms. */
function requiredPackages(root) {
  const packages = packagesOf(join(root, 'package-lock.json'));
  return Object.entries(packages).filter(
    ([path, { optional, devOptional }]) => path !== '' && !optional && !devOptional,
  );
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};
}

function seconds(since) {
  return Math.round((Date.now() - since) / 1000);
}
