import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const POLL_MS = 500;

/**
 * Calls `onGone` once when the npm that runs this process has ended. npm starts scripts by a shell. Some shells stay
 * between npm and the script and pass on no signals. So after a killed npm, everything would still run.
 */
export function followNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const grandparent = isShell(parent) ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (grandparent === undefined || parentOf(parent) === grandparent)) return;
    clearInterval(timer);
    onGone();
  }, POLL_MS);
  timer.unref();
}

function isShell(pid) {
  return /^-?(.*\/)?(ba|da|z|k|a)?sh$/.test(processField(pid, 'comm'));
}

function parentOf(pid) {
  return Number(processField(pid, 'ppid'));
}

function processField(pid, field) {
  try {
    if (process.platform === 'linux') return linuxField(pid, field);
    return execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return ''; // // The process has ended.
  }
}

/** Reads `pid (comm) state ppid …` (proc(5)). comm may contain spaces and parentheses. */
function linuxField(pid, field) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const end = stat.lastIndexOf(')');
  return field === 'comm' ? stat.slice(stat.indexOf('(') + 1, end) : (stat.slice(end + 2).split(' ')[1] ?? '');
}
