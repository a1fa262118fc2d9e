import { expect, test } from 'vitest'
import { operableHandler } from './operable-services.ts'

test('dead letters are found under the name of a service, and of one that follows everything for it', () => {
  expect(operableHandler('team').service).toBe('team')
  expect(operableHandler('master-admin-audit').service).toBe('master-admin')
})

test('an unknown name is refused with those that there are', () => {
  expect(() => operableHandler('audit')).toThrow(
    'Nobody handles events as "audit"; there are: team, documents, chat, master-admin, master-admin-audit.',
  )
})
