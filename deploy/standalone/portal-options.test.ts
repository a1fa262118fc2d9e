import { expect, it } from 'vitest'
import { readPortalOptions } from './portal-options.ts'

it('limits and the content of the public pages are passed on to the services, other variables are not', () => {
  const passedOn = {
    QUOTA_DOCUMENTS: '5',
    TRUSTED_PROXIES: '1',
    SCHEDULE_URL: 'https://calendar.example.com/us',
    QUIZ_URL: '',
    ABOUT_URL: '/about',
    CONTACT_MAILBOX: 'hello@example.com',
    CERTIFICATIONS: 'GDPR: Compliant',
    INTEGRATIONS: '[]',
    UPTIME_CLAIM: '99.5%',
    ENCRYPTION_IN_TRANSIT_CLAIM: '',
  }
  const { limits } = readPortalOptions([], { ...passedOn, HOME: '/root', DATABASE_APP_URL: 'postgres://x/' })
  expect(limits).toEqual(passedOn)
})
