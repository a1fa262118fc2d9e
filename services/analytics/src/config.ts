import { ServiceEnvironment } from '@portal/service-kit/config'
import { secretTexts } from '@portal/service-kit/rotated-secrets'
import { z } from 'zod'

/** The environment of analytics. */
export const AnalyticsEnvironment = ServiceEnvironment.extend({
  DOCUMENTS_URL: z.url(),
  /** Shared with the gateway, which gives jobs passports for it. */
  DELEGATION_SECRET: secretTexts(32),
})
