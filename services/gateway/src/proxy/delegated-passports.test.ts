import { DelegatedPassport, delegationPath } from '@portal/contracts/delegation'
import { passportVerifier } from '@portal/service-kit/passport'
import { Hono } from 'hono'
import { createLocalJWKSet, exportJWK, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { identity } from '../../test/fixed-team.ts'
import { addDelegation } from './delegated-passports.ts'
import { PassportMint } from './passport-mint.ts'

const secret = 'the secret of chat and gateway'
const formerSecret = 'the secret that it replaces'
const people = new Map([
  ['ann', identity('ann', { role: 'manager', departments: [2, 5], isMasterAdmin: true })],
  ['left', identity('left', { organization: null, role: null })],
  ['disabled', identity('disabled', { isDisabled: true })],
])
const app = new Hono()
let keys: ReturnType<typeof createLocalJWKSet>

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const publicKeys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256' }] }
  keys = createLocalJWKSet(publicKeys)
  const { KeyObject } = await import('node:crypto')
  const signing = { id: 'test', privateKey: KeyObject.from(privateKey) }
  addDelegation(app, {
    passports: new PassportMint(signing),
    people: {
      read: async (personId) => {
        const known = people.get(personId)
        return known ? { identity: known, version: '1' } : null
      },
    },
    secrets: [secret, formerSecret],
  })
})

const ask = (body: unknown, authorization = `Bearer ${secret}`) =>
  app.request(delegationPath, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('a passport for a job', () => {
  it('has the rights that the person has now, for reading documents and nothing else', async () => {
    const answer = DelegatedPassport.parse(await (await ask({ organizationId: 7, personId: 'ann' })).json())
    expect(answer).toMatchObject({ role: 'manager', departments: [2, 5] })
    const claims = await passportVerifier('documents', keys)(answer.passport)
    expect(claims).toMatchObject({
      ...{ sub: 'ann', kind: 'person', org: 7, role: 'manager', departments: [2, 5] },
      ...{ operator: false, readOnly: true, aud: ['documents'] },
    })
    await expect(passportVerifier('team', keys)(answer.passport)).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })

  it.each([
    ['left the organization', { organizationId: 7, personId: 'left' }],
    ['is of another organization', { organizationId: 8, personId: 'ann' }],
    ['was disabled', { organizationId: 7, personId: 'disabled' }],
    ['is not known', { organizationId: 7, personId: 'nobody' }],
  ])('is not given for a person who %s', async (_, body) => {
    expect((await ask(body)).status).toBe(404)
  })

  it('is not given without the secret, nor for what names nobody', async () => {
    const ann = { organizationId: 7, personId: 'ann' }
    for (const wrong of ['', 'Bearer ', `Bearer ${secret}x`, secret])
      expect((await ask(ann, wrong)).status).toBe(401)
    expect((await ask({ personId: 'ann' })).status).toBe(400)
  })

  it('is given for the former secret, too, while it is replaced', async () => {
    const ann = { organizationId: 7, personId: 'ann' }
    expect((await ask(ann, `Bearer ${formerSecret}`)).status).toBe(200)
  })
})
