/**
 * The environment of a thread or process that needs none: only where Node keeps compiled code,
 * which halves the processor time of loading it (0.44 and 0.22 s for a thread of jobs).
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}
