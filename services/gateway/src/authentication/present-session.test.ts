import { permissionsOf } from '@portal/contracts/permissions'
import { expect, it } from 'vitest'
import { identity } from '../../test/fixed-team.ts'
import { presentSession } from './present-session.ts'

const settings = { oidcIssuer: '', oidcClientId: '', accountUrl: '' }

it('a session has the permissions of the role, without those of features that are off', () => {
  const organization = { id: 7, name: 'Acme', featuresOff: ['assistant', 'unknown'] }
  const { permissions } = presentSession(identity('ada', { organization }), settings)
  const missing = permissionsOf('admin').filter((permission) => !permissions.includes(permission))
  expect(missing).toEqual([
    'chat:ask',
    'question:read-affected',
    'answer:compare',
    'golden-question:read',
    'golden-question:manage',
  ])
  expect(presentSession(identity('ada'), settings).permissions).toEqual(permissionsOf('admin'))
})
