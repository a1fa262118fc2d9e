/** The variables passed to a part's process, Node's own options among them. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'XDG_CACHE_HOME', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS']

export function readPassedOn(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.includes(name)))
}
