import type { Configuration, Stats } from '@rspack/core'
import { rspack } from '@rspack/core'

/** Runs one build to its end. Rejects with every compile error in one message. */
export async function runBuild(config: Configuration): Promise<Stats> {
  const compiler = rspack(config)
  try {
    const stats = await new Promise<Stats>((resolve, reject) =>
      compiler.run((error, result) =>
        result && !error ? resolve(result) : reject(error ?? new Error('No result')),
      ),
    )
    if (stats.hasErrors()) throw new Error(stats.toString({ preset: 'errors-only', colors: false }))
    return stats
  } finally {
    await new Promise<void>((resolve) => compiler.close(() => resolve()))
  }
}
