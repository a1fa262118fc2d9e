import { Trend } from 'k6/metrics'
import { callRoute } from './call-route.ts'
import { untilReady } from './make-organizations.ts'
import { browserOf, type LoadData, organizationOf } from './people.ts'
import { kindAt, policyAbout } from './policies.ts'

const readyToCite = new Trend('ready_to_cite', true)

/** Uploads a policy and waits until it can be cited. */
export function uploadDocument(data: LoadData): void {
  const { author, years } = organizationOf(data)
  const browser = browserOf(author)
  const beganAt = Date.now()
  const { title, file } = policyAbout(kindAt(beganAt), years)
  const document = callRoute(browser, 'documents.uploadDocument', { form: { title }, file })
  if (!document) return
  untilReady(browser, document.id)
  readyToCite.add(Date.now() - beganAt)
}
