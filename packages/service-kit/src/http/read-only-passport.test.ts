import { route } from '@portal/contracts/route'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defineService } from '../define-service.ts'

const can = 'chat:ask' as const
const api = {
  read: route('GET', '/api/notes', { can, summary: 'Reads' }),
  look: route('POST', '/notes/look', { can, summary: 'Looks', isRepeatable: true, isPublicPath: false }),
  write: route('POST', '/api/notes', { can, summary: 'Writes', isRepeatable: true }),
  change: route('PATCH', '/api/notes', { can, summary: 'Changes' }),
  remove: route('DELETE', '/api/notes', { can, summary: 'Removes' }),
  act: route('POST', '/notes/act', { can, summary: 'Acts', isPublicPath: false }),
}
const nothing = async () => undefined
let under: ServiceUnderTest

beforeAll(async () => {
  const definition = defineService<typeof api, unknown, 'chat'>({
    name: 'chat',
    api,
    verbs: { read: nothing, look: nothing, write: nothing, change: nothing, remove: nothing, act: nothing },
    consumers: [],
    jobs: [],
    migrations: notesMigrations,
  })
  under = await startUnderTest(definition, { ports: {} })
})
afterAll(() => under.stop())

const person = { personId: 'ann', organizationId: 1, role: 'admin' as const }

it.each([
  ['read', 'reaches'],
  ['look', 'reaches'],
  ['write', 'is refused by'],
  ['change', 'is refused by'],
  ['remove', 'is refused by'],
  ['act', 'is refused by'],
] as const)('a passport for reading: %s %s it', async (name, outcome) => {
  const call = (isReadOnly: boolean) => under.as({ ...person, isReadOnly }).call(api[name], {})
  await call(false)
  if (outcome === 'reaches') await call(true)
  else await expect(call(true)).rejects.toMatchObject({ status: 403 })
})
