import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { proxiedServices } from '@portal/contracts/services'
import { expect, it } from 'vitest'
import { type ChartName, chartNames, chartReadme } from './chart-readme.ts'

const folderOf = (chart: string) => join(workspaceRoot, 'charts', chart)
const described: Readonly<Record<ChartName, readonly string[]>> = {
  portal: [
    ...['publicOrigin', 'parts.<name>.existingSecret', 'postgres.image.digest'],
    ...['networkPolicy.engines', 'remotes.signingSecret', 'keys.audit'],
  ],
  'portal-remote': ['image.digest', 'portal.publicOrigin', 'percent', 'networkPolicy.to'],
}

it.each(chartNames)(
  'that of %s describes every value, and is what the chart holds (vitest -u writes it)',
  async (chart) => {
    const folder = folderOf(chart)
    const readme = chartReadme(chart, await readFile(join(folder, 'values.schema.json'), 'utf8'))
    for (const path of described[chart]) expect(readme).toContain(`| \`${path}\` |`)
    expect(readme).not.toMatch(/\| +\|$/m)
    await expect(readme).toMatchFileSnapshot(join(folder, 'README.md'))
  },
)

it('has a part for each service, called as the contracts name it', async () => {
  const values = await readFile(join(folderOf('portal'), 'values.yaml'), 'utf8')
  const parts = /^parts:\n((?: .*\n|\n)+)/m.exec(values)?.[1] ?? ''
  const names = [...parts.matchAll(/^ {2}([a-z-]+):/gm)].map(([, name]) => name)
  expect(names.sort()).toEqual(['gateway', ...proxiedServices].sort())
})
