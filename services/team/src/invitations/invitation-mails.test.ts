import type { Client } from '@portal/contracts/client'
import { teamApi } from '@portal/contracts/team'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { type MemoryMailer, memoryMailer, refusedForGood } from '@portal/testkit/mail/memory-mailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type InvitingTeam, startInviting } from './invitations.fixture.ts'
import { mailsPerDay } from './mail-allowance.ts'

let team: InvitingTeam
let mailer: MemoryMailer

beforeAll(async () => {
  mailer = memoryMailer()
  team = await startInviting(mailer)
})
beforeEach(() => {
  mailer.meets = () => null
})
afterAll(() => team[Symbol.asyncDispose]())

const newAddress = () => `${crypto.randomUUID()}@halden.example`
const invite = (client: Client, email: string) =>
  client.call(teamApi.createInvitation, { body: { email, role: 'manager' } })
const mailsTo = (email: string) => mailer.sent.filter(({ to }) => to.address === email)
const untilMailed = (email: string, count = 1) =>
  vi.waitFor(() => expect(mailsTo(email)).toHaveLength(count), { timeout: 45_000, interval: 25 })
const tokenIn = (text: string) => /\/invitation\/([\w.-]+)/.exec(text)?.[1] ?? ''

describe('the mail of an invitation', () => {
  it('says who invites, to what, as what and until when, escaped; the answer carries no link', async () => {
    const { founder } = await team.found('Øre & <img src=x onerror=alert(1)> AS')
    const email = newAddress()
    const sent = await invite(await team.as(founder), email)
    expect(sent.link).toBeUndefined()
    const [mail] = await untilMailed(email).then(() => mailsTo(email))
    expect(mail?.subject).toBe('Invitation to Øre & <img src=x onerror=alert(1)> AS')
    const until = new Date(sent.invitation.expiresAt).getUTCDate()
    for (const part of ['First Last has invited you', 'in the role of Manager', email, `until ${until} `])
      expect(mail?.text).toContain(part)
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).toContain('&#60;img src=x onerror=alert(1)&#62;')
    expect(tokenIn(mail?.html ?? '')).toBe(tokenIn(mail?.text ?? ''))
  })

  it('proves the address of whoever follows it, and of nobody with another address', async () => {
    const { founder, id: organizationId } = await team.found()
    const email = newAddress()
    const { identities } = team.ports
    const { subject } = await identities.createAccount({ username: crypto.randomUUID(), email })
    await identities.forgetVerification(subject)
    await invite(await team.as(founder), email)
    await untilMailed(email)
    const params = { token: tokenIn(mailsTo(email)[0]?.text ?? '') }
    const stranger = await team.as(await team.register({ isEmailVerified: false }))
    expect((await stranger.call(teamApi.readInvitation, { params })).state).toBe('other-address')
    const claims = { email, subject, isEmailVerified: false }
    const invited = await team.as(await team.register(claims))
    expect((await invited.call(teamApi.readInvitation, { params })).state).toBe('open')
    expect(await identities.readAddress(subject)).toEqual({ email, isVerified: true })
    expect((await invited.call(teamApi.acceptInvitation, { params })).id).toBe(organizationId)
  })

  it('names its address to the gateway while it is open, and to no token that was forged', async () => {
    const { founder } = await team.found()
    const admin = await team.as(founder)
    const email = newAddress()
    const { invitation } = await invite(admin, email)
    await untilMailed(email)
    const token = tokenIn(mailsTo(email)[0]?.text ?? '')
    const gateway = team.under.asService('gateway')
    const addressOf = (of: string) => gateway.call(teamApi.invitedAddress, { params: { token: of } })
    await vi.waitFor(async () => expect(await addressOf(token)).toEqual({ email }))
    expect(await addressOf(`${token}x`)).toEqual({ email: null })
    await admin.call(teamApi.revokeInvitation, { params: { id: invitation.id } })
    expect(await addressOf(token)).toEqual({ email: null })
  })

  it('carries the link that works, and the one sent again ends it', async () => {
    const { founder, id: organizationId } = await team.found()
    const admin = await team.as(founder)
    const email = newAddress()
    const { invitation } = await invite(admin, email)
    await untilMailed(email)
    const resent = await admin.call(teamApi.resendInvitation, { params: { id: invitation.id } })
    expect(resent.link).toBeUndefined()
    await untilMailed(email, 2)
    const [first, second] = mailsTo(email)
    expect(first?.id).not.toBe(second?.id)
    const person = await team.as(await team.register({ email }))
    const accept = (text = '') => person.call(teamApi.acceptInvitation, { params: { token: tokenIn(text) } })
    await expect(accept(first?.text)).rejects.toMatchObject({ status: 404 })
    expect((await accept(second?.text)).id).toBe(organizationId)
  })

  it('waits for a mailer that is away: the invitation is there, and the mail goes out once it is back', async () => {
    const { founder } = await team.found()
    const email = newAddress()
    let tries = 0
    mailer.meets = () => (++tries < 3 ? new EngineUnavailable('The mail server is away.', 0.05) : null)
    const admin = await team.as(founder)
    const { invitation } = await invite(admin, email)
    expect(await admin.call(teamApi.listInvitations, {})).toEqual([invitation])
    await untilMailed(email)
    expect(tries).toBe(3)
  })

  it('that is refused for good is told in the list, and tried once more only when it is sent again', async () => {
    const { founder } = await team.found()
    const admin = await team.as(founder)
    const email = newAddress()
    mailer.meets = (mail) => (mail.to.address === email ? refusedForGood() : null)
    const { invitation } = await invite(admin, email)
    await vi.waitFor(
      async () =>
        expect(await admin.call(teamApi.listInvitations, {})).toMatchObject([
          { id: invitation.id, deliveryProblem: 'The mail server refuses this address (550).' },
        ]),
      { timeout: 45_000, interval: 50 },
    )
    mailer.meets = () => null
    const again = await admin.call(teamApi.resendInvitation, { params: { id: invitation.id } })
    expect(again.invitation.deliveryProblem).toBeUndefined()
    await untilMailed(email)
  })

  it('of an invitation that was revoked before it could be sent stays unsent', async () => {
    const { founder } = await team.found()
    const admin = await team.as(founder)
    const [revoked, later] = [newAddress(), newAddress()]
    const away = vi.fn(() => new EngineUnavailable('The mail server is away.', 0.05))
    mailer.meets = ({ to }) => (to.address === revoked ? away() : null)
    const { invitation } = await invite(admin, revoked)
    await vi.waitFor(() => expect(away).toHaveBeenCalled(), { timeout: 45_000, interval: 25 })
    await admin.call(teamApi.revokeInvitation, { params: { id: invitation.id } })
    mailer.meets = () => null
    await invite(admin, later)
    await untilMailed(later)
    expect(mailsTo(revoked)).toEqual([])
  })
})

describe('who founds organizations to send mails', () => {
  const problemOf = async (client: Client, id: string) => {
    const list = await client.call(teamApi.listInvitations, { query: {} })
    return list.find((invitation) => invitation.id === id)?.deliveryProblem
  }
  const notToday = 'The mail could not be sent today. Please try again tomorrow.'

  it('fills no mailbox, however it is spelt, and learns nothing of what others send it', async () => {
    const [local, domain] = [crypto.randomUUID(), 'halden.example']
    const arrived = () => mailer.sent.filter(({ to }) => to.address.startsWith(local))
    const found = Array.from({ length: mailsPerDay.mailbox + 3 }, async (_, at) => {
      const { admin } = await team.found()
      const { invitation } = await invite(admin, `${local}${at % 2 ? '' : `+${at}`}@${domain}`)
      return () => problemOf(admin, invitation.id)
    })
    const problems = await Promise.all(found)
    await vi.waitFor(
      async () => {
        const shown = await Promise.all(problems.map((problem) => problem()))
        expect(shown.filter((problem) => problem === notToday)).toHaveLength(3)
        expect(arrived()).toHaveLength(mailsPerDay.mailbox)
      },
      { timeout: 45_000 },
    )
    const { admin } = await team.found()
    const other = newAddress()
    await invite(admin, other)
    await untilMailed(other)
  })

  it('uses up nothing of a mailbox by what is not sent', async () => {
    const organization = await team.found()
    const email = newAddress()
    const member = await team.as(await team.join(organization))
    for (let asked = 0; asked <= mailsPerDay.mailbox; asked += 1)
      await expect(invite(member, email)).rejects.toMatchObject({ status: 403 })
    for (let asked = 0; asked < mailsPerDay.mailbox; asked += 1)
      await invite(organization.admin, email).catch(({ status }) => expect(status).toBe(429))
    const colleague = newAddress()
    const joining = await team.as(await team.register({ email: colleague }))
    await joining.call(teamApi.joinOrganization, { params: { code: organization.joinCode } })
    for (let asked = 0; asked < mailsPerDay.mailbox; asked += 1)
      await expect(invite(organization.admin, colleague)).rejects.toMatchObject({ status: 409 })
    for (const address of [email, colleague]) {
      const { admin } = await team.found()
      const { invitation } = await invite(admin, address)
      expect(invitation.deliveryProblem).toBeUndefined()
    }
  })
})

describe('the link', () => {
  it('is in no log line and in no event', async () => {
    const { founder } = await team.found()
    const email = newAddress()
    const heard: string[] = []
    const tail = await team.under.bus.tail({
      topics: ['team'],
      handle: (event) => heard.push(JSON.stringify(event)),
    })
    await invite(await team.as(founder), email)
    await untilMailed(email)
    const token = tokenIn(mailsTo(email)[0]?.text ?? '')
    const person = await team.as(await team.register({ email }))
    await person.call(teamApi.readInvitation, { params: { token } })
    await person.call(teamApi.acceptInvitation, { params: { token } })
    await vi.waitFor(() => expect(heard.join()).toContain('invitation.accepted'), { timeout: 45_000 })
    await tail.stop()
    const [, body = '', signature = ''] = token.split('.')
    for (const secret of [signature, body, mailsTo(email)[0]?.id ?? '']) {
      expect(secret).not.toBe('')
      expect(team.under.logLines.join()).not.toContain(secret)
      expect(heard.join()).not.toContain(secret)
    }
    const ofInvitations = heard.filter((event) => event.includes('"type":"invitation.'))
    expect(ofInvitations.length).toBeGreaterThan(1)
    expect(ofInvitations.join()).not.toContain(email)
  })
})

describe('sent mail', () => {
  it('is shown to operators and nobody else', async () => {
    const operator = team.under.as({ personId: 'operator', isOperator: true })
    const overview = await operator.call(teamApi.readMail, {})
    expect(overview.mailer).toBe('outbox')
    expect(overview.sent.length).toBeGreaterThan(0)
    const { founder } = await team.found()
    await expect((await team.as(founder)).call(teamApi.readMail, {})).rejects.toMatchObject({ status: 403 })
  })
})
