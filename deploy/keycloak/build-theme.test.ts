import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { icon } from '@portal/identity-service/pages/layout'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTheme } from './build-theme.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-theme-'))
  await buildTheme(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const built = (name: string) => readFile(join(folder, 'portal', 'login', name), 'utf8')

it('the tab has the icon that it has on the pages of the embedded provider', async () => {
  expect(icon).toMatch(/^data:image\/svg\+xml,[^"&<\\\s]+$/)
  expect((await built('theme.properties')).split('\n')).toContain(`portalIcon=${icon}`)
  expect(await built('template.ftl')).toMatch(/<link rel="icon"[^>]* href="\$\{properties\.portalIcon\}">/)
})

it('every file that the pages name is there', async () => {
  const properties = await built('theme.properties')
  const names = [...properties.matchAll(/=(assets\/\S+)/g)].map(([, name]) => name ?? '')
  expect(names).toHaveLength(4)
  for (const name of names) expect(await built(join('resources', name))).not.toBe('')
})
