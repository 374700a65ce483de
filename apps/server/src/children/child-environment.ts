/** How other programs find their files, and say what goes wrong. */
const NEEDED = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP']

/**
 * What a program that the server starts sees of its environment, which has secrets. Our own successor needs all of it, except the first
 * operator's password.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(NEEDED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
}
