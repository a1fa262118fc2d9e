import type { TestPage } from '@portal/testkit/browser'
import { presses } from './page-states.ts'
import type { ScreenAddress } from './screen-addresses.ts'

const login = '/api/login'
const longName = 'mariam-of-a-very-long-name-that-does-not-fit@halden-medical.example'

/** What visitors see beside the addresses of public pages: ways in, forms and their results. */
export function visitorScreens(): ScreenAddress[] {
  const isWhole = true
  return [
    { name: 'sign-in', path: login },
    { name: 'sign-in-refused', path: login, act: refuseLogin, isWhole },
    { name: 'register', path: login, act: follows('Create an account', 'First name'), isWhole },
    { name: 'register-refused', path: login, act: refuseRegistration, isWhole },
    { name: 'forgotten', path: login, act: follows('Forgot password?', 'E-mail or user name'), isWhole },
    { name: 'forgotten-sent', path: login, act: askForLink, isWhole },
    { name: 'link-ended', path: '/oidc/password/ended' },
    { name: 'request-refused', path: '/oidc/auth?client_id=nobody' },
    { name: 'logged-out', path: '/oidc/session/end/success' },
    { name: 'product-menu', path: '/', act: presses('Product') },
    { name: 'menu', path: '/', widest: 768, act: presses('Menu') },
    { name: 'menu-page', path: '/features', widest: 768, act: presses('Menu') },
    { name: 'quiz-refused', path: '/quiz', act: presses('Show my result') },
    { name: 'quiz-result', path: '/quiz', act: answerQuiz, isWhole },
    { name: 'contact-filled', path: '/contact', act: fillContact },
    { name: 'contact-sent', path: '/contact', act: sendContact },
    { name: 'join-invalid', path: '/join' },
  ]
}

/** Without a session or an organization, what a link to one leads to. */
export function invitedScreens(path: string): ScreenAddress[] {
  const invited = { organizationName: 'Halden Medical', email: 'noor@halden.example', role: 'manager' }
  const states = ['expired', 'accepted', 'other-address', 'unverified-address', 'role-refused']
  return [
    { name: 'onboarding-create', path: '/', act: beginOrganization, isWhole: true },
    { name: 'onboarding-refused', path: '/', act: refuseName, isWhole: true },
    { name: 'join-unknown', path: '/join/NOSUCHCODE22' },
    { name: 'invitation-unknown', path: '/invitation/nothing' },
    ...states.map((state) => ({
      name: `invitation-${state}`,
      path,
      before: (page: TestPage) =>
        page.route(/\/api\/invitations\//, (route) => route.fulfill({ json: { ...invited, state } })),
    })),
  ]
}

async function refuseLogin(page: TestPage): Promise<void> {
  await page.getByLabel('E-mail or user name').fill(longName)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').waitFor()
}

function follows(link: string, field: string) {
  return async (page: TestPage): Promise<void> => {
    await page.getByRole('link', { name: link }).click()
    await page.waitForLoadState('load')
    await page.getByLabel(field).waitFor()
  }
}

async function refuseRegistration(page: TestPage): Promise<void> {
  await follows('Create an account', 'First name')(page)
  await page.getByLabel('First name').fill(longName)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Enter your last name.').waitFor()
}

async function askForLink(page: TestPage): Promise<void> {
  await follows('Forgot password?', 'E-mail or user name')(page)
  await page.getByLabel('E-mail or user name').fill(longName)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
}

/** Every third answer is another. */
async function answerQuiz(page: TestPage): Promise<void> {
  const questions = await page.getByRole('group').all()
  for (const [at, question] of questions.entries())
    await question
      .getByRole('radio')
      .nth(at % 3)
      .check({ force: true })
  await page.getByRole('button', { name: 'Show my result' }).click()
}

async function fillContact(page: TestPage): Promise<void> {
  await page.getByLabel('Full Name').fill('Ingrid Solberg')
  await page.getByLabel('Email Address').fill('ingrid.solberg@halden-medical.example')
  await page.getByLabel('Subject').fill('A trial with our quality manual')
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill('We have 17 policies and would like to see ours in it.')
}

async function sendContact(page: TestPage): Promise<void> {
  await fillContact(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.getByText('Message prepared').first().waitFor()
}

async function beginOrganization(page: TestPage): Promise<void> {
  await presses('Get Started')(page)
  await page.getByLabel('Organization Name').waitFor()
}

async function refuseName(page: TestPage): Promise<void> {
  await beginOrganization(page)
  await page.getByLabel('Organization Name').fill('H')
  await presses('Create Organization')(page)
}
