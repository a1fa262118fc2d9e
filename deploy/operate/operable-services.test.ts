import { expect, test } from 'vitest'
import { consumerGroups, eventHandler } from './operable-services.ts'

test('dead letters are found under the name of a service, and of one that follows everything for it', async () => {
  expect((await eventHandler('team')).service).toBe('team')
  expect((await eventHandler('master-admin-audit')).service).toBe('master-admin')
})

test('an unknown name is refused with those that there are', async () => {
  await expect(eventHandler('audit')).rejects.toThrow(
    'Nobody handles events as "audit"; there are: team, team-notifications, documents, chat, master-admin, master-admin-audit, analytics, marketing.',
  )
})

test('a backup waits for every consumer group, also for that of the gateway', async () => {
  const groups = (await consumerGroups()).map(({ group }) => group)
  expect(groups).toEqual(expect.arrayContaining(['gateway', 'team', 'master-admin-audit']))
})
