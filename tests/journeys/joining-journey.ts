import { signInOnPage } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { describeSteps, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf } from './journey-portal.ts'
import { moveTo } from './move-to.ts'
import { registerByKeyboard } from './register-by-keyboard.ts'
import { expectAccessible, type Tab } from './tab.ts'

/** Somebody without an account, given a join link; with the keyboard alone. */
export function describeJoiningJourney(name: string, portal: () => JourneyPortal): void {
  describeSteps(`${name}: someone with a join link`, stepsOf(), portal)
}

function stepsOf(): Readonly<Record<string, Step>> {
  let link = ''
  return {
    'opens the link that an admin copied from Team Management': async (tab, portal, admin) => {
      link = await readJoinLink(await admin(), portal)
      await openLink(tab, link)
    },
    'registers, and is back at it': (tab, portal) => register(tab, portal, link),
    'joins, and is an employee who sees the assistant': join,
    'is told at the link that there is nothing left to do': (tab) => lookAgain(tab, link),
  }
}

async function readJoinLink({ page }: Tab, portal: JourneyPortal): Promise<string> {
  await signInOnPage(page, { address: portal.address, ...loginOf(portal, 'ingrid'), returnTo: '/team' })
  const shown = page.getByText(`${portal.address}/join/`).first()
  await shown.waitFor()
  return ((await shown.textContent()) ?? '').trim()
}

async function openLink({ page }: Tab, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('heading', { name: 'Please log in to join this organization' }).waitFor()
  await expectAccessible(page)
  await moveTo(page, page.getByRole('button', { name: 'Log In to Continue' }))
  await page.keyboard.press('Enter')
}

async function register({ page }: Tab, portal: JourneyPortal, link: string): Promise<void> {
  await registerByKeyboard(page, portal, 'Juno')
  await page.getByRole('heading', { name: 'Halden Medical' }).waitFor()
  await page.getByText(/^\d+ members$/).waitFor()
  expect(page.url()).toBe(link)
  await expectAccessible(page)
}

async function join({ page }: Tab, { address }: JourneyPortal): Promise<void> {
  await moveTo(page, page.getByRole('button', { name: 'Join Organization' }))
  await page.keyboard.press('Enter')
  await page.getByText("You've successfully joined the organization.").first().waitFor()
  await page.getByRole('heading', { name: 'What do you need to know?' }).waitFor()
  expect(page.url()).toBe(`${address}/`)
  await moveTo(page, page.getByRole('button', { name: /account menu$/ }))
  await page.keyboard.press('Enter')
  await page.getByRole('menu').getByText('Employee').waitFor()
  await page.keyboard.press('Escape')
}

async function lookAgain({ page }: Tab, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('heading', { name: 'Already in Organization' }).waitFor()
  await page.getByText("You're already part of an organization").waitFor()
  await expectAccessible(page)
}
