import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { proxiedServices } from '@portal/contracts/services'
import { expect, it } from 'vitest'
import { chartReadme } from './chart-readme.ts'

const chart = join(workspaceRoot, 'charts', 'portal')

it('describes every value, and is what the chart holds (vitest -u writes it)', async () => {
  const readme = chartReadme(await readFile(join(chart, 'values.schema.json'), 'utf8'))
  for (const path of [
    'publicOrigin',
    'parts.<name>.existingSecret',
    'postgres.image.digest',
    'networkPolicy.engines',
  ])
    expect(readme).toContain(`| \`${path}\` |`)
  await expect(readme).toMatchFileSnapshot(join(chart, 'README.md'))
})

it('has a part for each service, called as the contracts name it', async () => {
  const values = await readFile(join(chart, 'values.yaml'), 'utf8')
  const parts = /^parts:\n((?: .*\n|\n)+)/m.exec(values)?.[1] ?? ''
  const names = [...parts.matchAll(/^ {2}([a-z-]+):/gm)].map(([, name]) => name)
  expect(names.sort()).toEqual(['gateway', ...proxiedServices].sort())
})
