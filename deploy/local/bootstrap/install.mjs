import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether node_modules holds what package-lock.json asks for. Compares versions with npm's own record: no process, a few ms. */
export function isInstalled(root) {
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (!existsSync(join(root, 'node_modules', '.bin', 'node'))) return false;
  return requiredPackages(root).every(([path, { version }]) => present[path]?.version === version);
}

/** Throws with a message for the user when npm fails. */
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

/** The versions and checksums of package-lock.json, in a node_modules made anew: an install that was interrupted leaves nothing. */
function npmCi(root) {
  const npm = process.env.npm_execpath ?? '';
  const [command, ...args] = /npm-cli\.c?js$/.test(npm) ? [process.execPath, npm] : ['npm'];
  // Warnings would speak of this Node's version, on which nothing but npm runs.
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

/** Without those for other platforms, which npm leaves out. */
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
