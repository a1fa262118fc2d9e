// @vitest-environment happy-dom
import type { AssistantUse } from '@portal/contracts/assistant-settings'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Screen } from './routes/assistant-settings.tsx'
import { fixedNames } from './testing/fixed-learned.ts'

const read = 'GET /api/chat/settings'
const patch = 'PATCH /api/chat/settings'
const use: AssistantUse = {
  ...{ isModelUsed: true, tokensPerPerson: null, tokensPerOrganization: 50_000, hasModel: true },
  allowed: { perPerson: 20_000, perOrganization: 100_000 },
  usedToday: 26_000,
  people: [
    { personId: 'ada', used: 15_000 },
    { personId: 'gone', used: 5000 },
  ],
}

const renderSettings = (held: Partial<AssistantUse> = {}, setup: ScreenSetup = {}) =>
  renderScreen(Screen, {
    path: '/assistant-settings',
    ...setup,
    responses: {
      ...fixedNames,
      [read]: () => Response.json({ ...use, ...held }),
      [patch]: (body) => Response.json({ ...use, ...(body as object) }),
      ...setup.responses,
    },
  })
const field = (name: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Use by person' })
  return within(table).getAllByRole('row').slice(1)
}

it('says what was used of the budget that holds, in all and by whom, those who left included', async () => {
  renderSettings()
  await screen.findByText('26,000')
  screen.getByText('of 50,000 tokens')
  screen.getByText(/^A token is about four characters of a question/)
  const bar = screen.getByRole('progressbar', { name: "Of the organization's budget" })
  expect(bar.getAttribute('aria-valuenow')).toBe('52')
  await screen.findByText('Ada Lovelace')
  const [ada, gone] = await rows()
  expect(ada?.textContent).toContain('15,00075%')
  expect(gone?.textContent).toContain('A former member')
  expect(screen.queryByText('Used up')).toBeNull()
})

it('an admin switches the model off and limits both budgets, with or without separators', async () => {
  const { person, server } = renderSettings()
  await person.click(await screen.findByRole('checkbox', { name: 'Answer with the language model' }))
  await person.type(await field('Tokens of each person'), '5 000')
  const organization = await field('Tokens of the organization')
  expect(organization.value).toBe('50,000')
  await person.clear(organization)
  await person.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() =>
    expect(server.requests(patch)[0]?.body).toEqual({
      ...{ isModelUsed: false, tokensPerPerson: 5000, tokensPerOrganization: null },
      seen: { isModelUsed: true, tokensPerPerson: null, tokensPerOrganization: 50_000 },
    }),
  )
  await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'Settings saved' }))
})

it('what is wrong is said at its field, which gets the focus, and nothing is sent', async () => {
  const { person, server } = renderSettings()
  const each = await field('Tokens of each person')
  await person.type(each, 'plenty')
  await person.click(screen.getByRole('button', { name: 'Save settings' }))
  await screen.findByText('A budget must be a whole number of tokens from 1 to 1,000,000,000, or none.')
  await waitFor(() => expect(document.activeElement).toBe(each))
  expect(server.requests(patch)).toEqual([])
})

it('a refusal keeps what was typed; discarding brings back what holds', async () => {
  const { person } = renderSettings({}, { responses: { [patch]: () => errorResponse(503, 'Busy.') } })
  const organization = await field('Tokens of the organization')
  await person.clear(organization)
  await person.type(organization, '7')
  await person.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'Busy.' }))
  expect(organization.value).toBe('7')
  await person.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(organization.value).toBe('50,000')
})

it('stewards who are no admins read what holds, and change nothing', async () => {
  renderSettings({ isModelUsed: false }, { role: 'facilitator' })
  await screen.findByText('26,000')
  const settings = within(screen.getByRole('region', { name: 'Settings' }))
  settings.getByText('Off')
  settings.getByText('20,000 tokens')
  settings.getByText('50,000 tokens')
  expect(screen.queryByRole('button', { name: 'Save settings' })).toBeNull()
})

it('a portal without a model says that it quotes, and that questions above a budget are refused', async () => {
  renderSettings({ hasModel: false, usedToday: 50_000, people: [] })
  await screen.findByText(/This portal has no language model/)
  screen.getByText(/questions are refused until midnight UTC/)
  screen.getByText('Used up')
  screen.getByText('Nobody has asked today')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('a portal without limits shows what was used alone', async () => {
  renderSettings({ allowed: null, tokensPerOrganization: null })
  await screen.findByText('26,000')
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getAllByText('Empty: no limit.')).toHaveLength(2)
})

it('what somebody else saves meanwhile leaves what is typed, until it is reloaded', async () => {
  const { person, server, refetch } = renderSettings()
  await person.type(await field('Tokens of each person'), '700')
  server.now({ [read]: () => Response.json({ ...use, tokensPerOrganization: 9000, usedToday: 26_500 }) })
  await refetch()
  await screen.findByText('26,500')
  await screen.findByText('This was changed meanwhile, by somebody else or by you in another tab.')
  expect((await field('Tokens of each person')).value).toBe('700')
  await person.click(screen.getByRole('button', { name: 'Reload' }))
  expect((await field('Tokens of each person')).value).toBe('')
  expect((await field('Tokens of the organization')).value).toBe('9,000')
})

it('what is used meanwhile is no change of the settings', async () => {
  const { person, server, refetch } = renderSettings()
  await person.type(await field('Tokens of each person'), '700')
  server.now({ [read]: () => Response.json({ ...use, usedToday: 26_500 }) })
  await refetch()
  await screen.findByText('26,500')
  expect((await field('Tokens of each person')).value).toBe('700')
  expect(
    screen.queryByText('This was changed meanwhile, by somebody else or by you in another tab.'),
  ).toBeNull()
})

it('settings that cannot be read are said to be so', async () => {
  renderSettings({}, { responses: { [read]: () => errorResponse(503, 'Busy.') } })
  await screen.findByText('The settings could not be loaded')
})
