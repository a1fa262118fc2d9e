import { wroteHeader } from '@portal/contracts/passport'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IsolatedPortal, startIsolatedPortal } from './isolated-portal.ts'
import { idKinds, judgeRoute, principals, send } from './judge-route.ts'
import { requestOf, sampledRoutes } from './route-samples.ts'
import { unknownIds } from './things.ts'

let portal: IsolatedPortal
const routes = sampledRoutes()
let cells = 0

beforeAll(async () => {
  portal = await startIsolatedPortal()
}, 240_000)
afterAll(() => portal[Symbol.asyncDispose]())

describe.each(routes)('$service: $name', (sampled) => {
  it.each(principals)(
    'gives %s what the contract says of own, foreign and unknown ids',
    async (principal) => {
      const judged = await judgeRoute(portal, sampled, principal)
      expect(judged.filter(({ wrong }) => wrong !== null)).toEqual([])
      cells += judged.length
    },
  )

  it('refuses a passport for another service, and one that has expired', async () => {
    const under = portal.services[sampled.service as 'team']
    const { admin } = portal.mine.members
    for (const passport of [
      await under.office.person(admin, ['elsewhere']),
      await under.office.person(admin, [sampled.service], -1),
      'not.a.token',
    ]) {
      const { status } = await under.service.fetch(requestOf(sampled, unknownIds, passport))
      expect(status).toBe(401)
    }
  })
})

/**
 * Internal writes are the gateway's, which audits them itself; other POSTs only read. An invitation
 * is accepted by the person it names.
 */
const recordedOtherwise = [
  // The gateway's own writes affect no projection; recorded-refusals.test.ts has them.
  'gateway.mintToken',
  'gateway.endOwnSession',
  'gateway.endOtherSessions',
  // Here no remote is published; remote-releases.test.ts has the events. A report is no act.
  'gateway.promoteRemote',
  'gateway.rollBackRemote',
  'gateway.pinRemote',
  'gateway.previewRemote',
  'gateway.reportRemote',
  'team.resolveIdentity',
  'team.acceptInvitation',
  // Refused while the account is not deleted; tests/operators/erasure.journey.ts has its events.
  'master-admin.eraseUser',
  // Nothing was asked for, so nothing is taken back; erasure-request.test.ts has the event.
  'team.withdrawErasureRequest',
  // There is no picture to remove; pictures.test.ts removes one.
  'team.removeOwnPicture',
  'documents.retrievePassages',
  'documents.compareSpans',
  'documents.verifySpans',
  // What a person has read is on no record; notifications.test.ts has the event for their browsers.
  'team.markNotificationsRead',
  'documents.findAlteredSpans',
  'documents.groupQuestions',
  'documents.encodeQuestions',
  // A run that is open is answered again; golden-questions.test.ts has the event of its start.
  'chat.runGoldenQuestions',
  // What it answers is stored nowhere.
  'chat.compareAnswers',
  // Its event comes with the answer, after the head of the response; streams.test.ts has it.
  'chat.streamAnswer',
  // It ends work that has written nothing yet.
  'chat.stopAnswer',
  // Here no version failed; ingestion-problems.test.ts has one.
  'documents.readAgain',
]
const writes = routes.filter(
  ({ service, name, route }) => route.method !== 'GET' && !recordedOtherwise.includes(`${service}.${name}`),
)

it.each(writes)('a write is recorded for the audit: $service: $name', async (sampled) => {
  const { can } = sampled.route
  const principal =
    can === 'operator' ? 'master admin' : can === 'signed-in' ? 'no organization' : ('admin' as const)
  const answer = await send(portal, sampled, { principal, ids: 'own' })
  expect([answer.ok, answer.headers.get(wroteHeader)]).toEqual([true, expect.stringMatching(/^[\w.-]+:/)])
})

it('has tried every cell', () => {
  const shape = `${routes.length} routes x ${principals.length} principals x ${idKinds.length} ids`
  process.stdout.write(`\nIsolation matrix: ${shape} = ${cells} cells\n`)
  expect(cells).toBe(routes.length * principals.length * idKinds.length)
})
