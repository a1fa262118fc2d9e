import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { expect, it } from 'vitest'

const read = (path: string) => readFile(join(workspaceRoot, path), 'utf8')

/** What a file names with this pattern, once each. */
async function namedIn(path: string, pattern: RegExp): Promise<string[]> {
  return [...new Set([...(await read(path)).matchAll(pattern)].map(([named]) => named))]
}

it('the images of the Tiltfile have the Node of the shipped ones and the pnpm of the checkout', async () => {
  const own = 'deploy/dev/tilt/Dockerfile'
  const [node, pnpm] = [/node:[\d.]+-\w+/g, /pnpm@[\d.]+/g]
  expect(await namedIn(own, node)).toEqual(await namedIn('deploy/images/Dockerfile', node))
  expect(await namedIn(own, pnpm)).toEqual(await namedIn('tools/bootstrap/ensure-dependencies.mjs', pnpm))
})
