/** Variables by which programs find files and report errors. */
const NEEDED = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP']

/**
 * The environment for programs that the server starts, without its secrets. Its own successor gets everything but the first operator's
 * password.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(NEEDED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
}
