import type { PassportClaims } from '@portal/contracts/passport'
import { route } from '@portal/contracts/route'
import { expect, it } from 'vitest'
import { authorize } from './authorize.ts'

const ann: PassportClaims = {
  ...{ iss: 'portal-gateway', sub: 'ann', aud: ['chat'], kind: 'person', sid: 's', exp: 1 },
  ...{ org: 1, role: 'team_member', departments: [], operator: false },
}
const upload = route('POST', '/api/documents', { can: 'document:upload', summary: 'Uploads' })

function refusalOf(claims: PassportClaims): unknown {
  try {
    authorize(upload, claims)
  } catch (error) {
    return error
  }
  throw new Error('It was allowed.')
}

it('who may not do it in their organization is asked to turn to its admin, and nobody else (decision 72)', () => {
  const forbidden = { code: 'forbidden', message: 'You do not have permission to do this.' }
  const suggestedAction = 'Ask an administrator of your organization.'
  expect(refusalOf(ann)).toMatchObject({ ...forbidden, details: { suggestedAction } })
  const homeless = refusalOf({ ...ann, org: null, role: null })
  expect(homeless).toMatchObject(forbidden)
  expect(homeless).not.toHaveProperty('details.suggestedAction')
})
