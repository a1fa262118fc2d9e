/** What a part may see of this process's environment: where programs and temporary files are, nothing else. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'XDG_CACHE_HOME', 'NODE_COMPILE_CACHE']

/** The part of the environment that is passed on to the processes of the portal. */
export function readPassedOn(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
