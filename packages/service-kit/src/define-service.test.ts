import { type Permission, permissionsByService } from '@portal/contracts/permissions'
import { type RouteTable, route } from '@portal/contracts/route'
import { expect, expectTypeOf, test } from 'vitest'
import type { Context } from './context.ts'
import type { OwnDefinition } from './define-service.ts'

const ownApi = { readNote: route('GET', '/api/notes', { can: 'document:read', summary: 'Read' }) } as const
const foreignApi = { readNote: route('GET', '/api/notes', { can: 'audit:read', summary: 'Read' }) } as const

type VerbAsking<Asked extends Permission> = (ctx: Context<object, Asked>) => Promise<undefined>
type OwnVerb = OwnDefinition<typeof ownApi, object, 'documents'>['verbs']['readNote']

test("a route that names another service's permission does not compile", () => {
  expectTypeOf<typeof ownApi>().toExtend<RouteTable<'documents'>>()
  expectTypeOf<typeof foreignApi>().not.toExtend<RouteTable<'documents'>>()
})

test("a verb that asks for another service's permission does not compile", () => {
  expectTypeOf<VerbAsking<'version:read-any'>>().toExtend<OwnVerb>()
  expectTypeOf<VerbAsking<'audit:read'>>().not.toExtend<OwnVerb>()
  expectTypeOf<VerbAsking<'version:read-any' | 'audit:read'>>().not.toExtend<OwnVerb>()
})

test('no entity belongs to two services', () => {
  const owned = Object.values(permissionsByService).map(
    (table) => new Set(Object.keys(table).map((permission) => permission.split(':')[0])),
  )
  const entities = owned.flatMap((set) => [...set])
  expect(entities).toEqual([...new Set(entities)])
})
