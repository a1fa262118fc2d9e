import { Session } from '@portal/contracts/session'
import { expect, it } from 'vitest'
import { startGatewayUnderTest } from '../../test/gateway-under-test.ts'
import { GatewayEnvironment } from '../config.ts'

const { CERTIFICATIONS: certifications } = GatewayEnvironment.shape

it('visitors get the certifications that the operator has set (decision 49)', async () => {
  await using under = await startGatewayUnderTest({
    CERTIFICATIONS: 'GDPR: Compliant; ISO 27001: In Progress',
  })
  const answer = await fetch(`${under.origin}/api/session`)
  expect(Session.parse(await answer.json()).settings.certifications).toEqual([
    { name: 'GDPR', status: 'Compliant' },
    { name: 'ISO 27001', status: 'In Progress' },
  ])
})

it('without a setting they are the specified four (product §9), and an empty one claims nothing', () => {
  expect(certifications.parse(undefined).map(({ name, status }) => `${name}: ${status}`)).toEqual([
    'SOC 2 Type II: Compliant',
    'GDPR: Compliant',
    'CCPA: Compliant',
    'ISO 27001: In Progress',
  ])
  expect(certifications.parse('')).toEqual([])
})

it.each(['GDPR', 'GDPR: Certified', ': Compliant'])('%s stops the start', (text) => {
  expect(certifications.safeParse(text).success).toBe(false)
})
