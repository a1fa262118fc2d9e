import type { TestPage } from '@portal/testkit/browser'
import { changed, emptied, held, refused } from './chosen-responses.ts'
import type { ScreenAddress } from './screen-addresses.ts'

const reports = /\/api\/analytics\//
const lists = /\/api\/(?:documents|conversations|approvals\/pending|chat\/gaps|invitations)(?:\?|$)/
const people = /\/api\/users(?:\?|$)/

/** The dashboard and the analytics in their states, for stewards. */
export function analyticsScreens(): ScreenAddress[] {
  return [
    { name: 'home-fresh', path: '/', before: fresh },
    { name: 'home-samples', path: '/', before: withSamples },
    { name: 'home-loading', path: '/', before: held(/\/api\/(?:analytics|documents)/), isBusy: true },
    { name: 'home-failed', path: '/', before: refused(reports) },
    { name: 'home-upload', path: '/', act: (page) => press(page, 'Quick upload') },
    { name: 'analytics-loading', path: '/analytics', before: held(reports), isBusy: true },
    { name: 'analytics-failed', path: '/analytics', before: refused(/\/api\/analytics\/departments/) },
    { name: 'analytics-table', path: '/analytics', act: (page) => press(page, 'Show as table') },
    { name: 'analytics-coverage', path: '/analytics?coverage=never-asked' },
    { name: 'analytics-year', path: '/analytics?days=365&department=1' },
  ]
}

async function fresh(page: TestPage): Promise<void> {
  await emptied(lists)(page)
  await changed<object[]>(people, (members) =>
    members.slice(0, 1).map((one) => ({ ...one, departments: [] })),
  )(page)
}

async function press(page: TestPage, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
}

async function withSamples(page: TestPage): Promise<void> {
  await fresh(page)
  await changed<object>(/\/api\/documents\/samples$/, () => ({
    offered: 5,
    titles: ['Sample: Remote Work Policy', 'Sample: Leave and Sickness Policy'],
    questions: ['How many days a week may I work from home?', 'How many days of annual leave do I have?'],
  }))(page)
}
