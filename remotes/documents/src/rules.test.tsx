// @vitest-environment happy-dom
import type { ApprovalRule } from '@portal/contracts/approval-rules'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen } from './routes/rules.tsx'
import { fixedDepartments } from './testing/fixed-documents.ts'

const path = '/api/approval-rules'
const names = [
  { id: 'ada', name: 'Ada Lovelace' },
  { id: 'tomas', name: 'Tomas Lindqvist' },
]

const ofOrganization: ApprovalRule = {
  id: '0190b6c1-0000-7000-b000-000000000001',
  departmentId: null,
  stages: [
    { approverIds: ['ada'], roles: ['manager'], quorum: null, deadlineDays: 5, escalateToId: 'tomas' },
    { approverIds: [], roles: ['admin'], quorum: 1, deadlineDays: null, escalateToId: null },
  ],
  mayAuthorDecide: false,
  problem: null,
  createdAt: '2026-01-14T10:20:00.000Z',
}
const broken: ApprovalRule = {
  ...ofOrganization,
  id: '0190b6c1-0000-7000-b000-000000000002',
  departmentId: 2,
  problem: 'Stage 1 names someone who is not a member of your organization.',
}

function renderRules(rules: readonly ApprovalRule[], setup: ScreenSetup = {}) {
  return renderScreen(Screen, {
    path: '/approvals/rules',
    ...setup,
    responses: {
      [`GET ${path}`]: () => Response.json(rules),
      'GET /api/departments': () => Response.json(fixedDepartments),
      'GET /api/users/names': () => Response.json(names),
      ...setup.responses,
    },
  })
}

describe('the rules', () => {
  it('are read as sentences, stage by stage', async () => {
    renderRules([ofOrganization])
    const card = within(await screen.findByRole('article', { name: 'Whole organization' }))
    const [first, second] = within(card.getByRole('list', { name: 'Stages' })).getAllByRole('listitem')
    await waitFor(() =>
      expect(first?.textContent).toBe(
        '1All of Ada Lovelace, every ManagerWithin 5 days, then Tomas Lindqvist decides as well',
      ),
    )
    expect(second?.textContent).toBe('21 of every AdminDeadline of the organization')
  })

  it('that cannot be met any more are shown as broken, with the reason', async () => {
    renderRules([ofOrganization, broken])
    const card = within(await screen.findByRole('article', { name: 'Human Resources' }))
    card.getByText('Cannot be met')
    card.getByText(/names someone who is not a member/)
    expect(
      within(screen.getByRole('article', { name: 'Whole organization' })).queryByText('Cannot be met'),
    ).toBeNull()
  })

  it('are read by managers without any act', async () => {
    renderRules([ofOrganization], { role: 'manager' })
    await screen.findByRole('article', { name: 'Whole organization' })
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('that cannot be loaded are said to be so', async () => {
    renderRules([], { responses: { [`GET ${path}`]: () => errorResponse(503, 'Busy.') } })
    await screen.findByText('The approval rules could not be loaded')
  })
})

describe('a rule', () => {
  it('is added with stages in their order', async () => {
    const { person, server } = renderRules([], {
      responses: { [`POST ${path}`]: () => Response.json(ofOrganization, { status: 201 }) },
    })
    await person.click(await screen.findByRole('button', { name: 'Add rule' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('option', { name: 'Human Resources' })
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Applies to' }), 'Human Resources')
    await person.click(dialog.getByRole('button', { name: 'Add stage' }))
    const stage = (n: number) => within(dialog.getByRole('group', { name: `Stage ${n}` }))
    await person.click(stage(1).getByRole('checkbox', { name: 'Ada Lovelace' }))
    await person.click(stage(2).getByRole('checkbox', { name: 'Manager' }))
    await person.type(stage(2).getByRole('textbox', { name: /Approvals needed/ }), '2')
    await person.type(stage(2).getByRole('textbox', { name: /Deadline/ }), '7')
    await person.selectOptions(stage(2).getByRole('combobox', { name: /^Escalate to/ }), 'Tomas Lindqvist')
    await person.click(dialog.getByRole('button', { name: 'Move stage 2 up' }))
    await person.click(dialog.getByRole('button', { name: 'Save rule' }))
    await waitFor(() =>
      expect(server.requests(`POST ${path}`)[0]?.body).toEqual({
        departmentId: 2,
        mayAuthorDecide: false,
        stages: [
          { approverIds: [], roles: ['manager'], quorum: 2, deadlineDays: 7, escalateToId: 'tomas' },
          { approverIds: ['ada'], roles: [], quorum: null, deadlineDays: null, escalateToId: null },
        ],
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('with an empty stage is not sent, which is said at the stage', async () => {
    const { person, server } = renderRules([])
    await person.click(await screen.findByRole('button', { name: 'Add rule' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(dialog.getByRole('button', { name: 'Save rule' }))
    within(dialog.getByRole('group', { name: 'Stage 1' })).getByText('Choose at least one person or role.')
    dialog.getByText('Choose what the rule applies to.')
    expect(server.requests(`POST ${path}`)).toEqual([])
  })

  it('that the server refuses keeps what was typed, and says why at its stage', async () => {
    const call = `PUT ${path}/${ofOrganization.id}`
    const why = 'Stage 2 needs 3 approvals, but only one person could give them.'
    const { person, server } = renderRules([ofOrganization], {
      responses: { [call]: () => errorResponse(400, why) },
    })
    await person.click(await screen.findByRole('button', { name: 'Edit rule of Whole organization' }))
    const dialog = within(await screen.findByRole('dialog'))
    const second = within(dialog.getByRole('group', { name: 'Stage 2' }))
    const quorum = second.getByRole<HTMLInputElement>('textbox', { name: /Approvals needed/ })
    await person.clear(quorum)
    await person.type(quorum, '3')
    await person.click(dialog.getByRole('button', { name: 'Save rule' }))
    await second.findByText(why)
    expect(quorum.value).toBe('3')
    expect(server.requests(call)).toHaveLength(1)
  })

  it('that somebody else changed meanwhile says so, and sends what the form began with', async () => {
    const call = `PUT ${path}/${ofOrganization.id}`
    const why =
      'This was changed meanwhile, by somebody else or by you in another tab; your change is not saved.'
    const { person, server } = renderRules([ofOrganization], {
      responses: { [call]: () => errorResponse(409, why) },
    })
    await person.click(await screen.findByRole('button', { name: 'Edit rule of Whole organization' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(dialog.getByRole('checkbox', { name: 'Authors may decide on their own versions' }))
    await person.click(dialog.getByRole('button', { name: 'Save rule' }))
    await dialog.findByText(why)
    const { stages, mayAuthorDecide } = ofOrganization
    expect(server.requests(call)[0]?.body).toMatchObject({
      mayAuthorDecide: !mayAuthorDecide,
      seen: { stages, mayAuthorDecide },
    })
  })

  it('is deleted after a question that says what then applies', async () => {
    const call = `DELETE ${path}/${broken.id}`
    const { person, server } = renderRules([broken], {
      responses: { [call]: () => new Response(null, { status: 204 }) },
    })
    await person.click(await screen.findByRole('button', { name: 'Delete rule of Human Resources' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    dialog.getByText(/The rule of the organization, if there is one, applies/)
    await person.click(dialog.getByRole('button', { name: 'Delete rule' }))
    await waitFor(() => expect(server.requests(call)).toHaveLength(1))
  })

  it('leaves the keyboard at the list when it is deleted', async () => {
    const call = `DELETE ${path}/${broken.id}`
    const { person, server } = renderRules([ofOrganization, broken], {
      responses: { [call]: () => new Response(null, { status: 204 }) },
    })
    await person.click(await screen.findByRole('button', { name: 'Delete rule of Human Resources' }))
    server.now({ [`GET ${path}`]: () => Response.json([ofOrganization]) })
    await person.click(await screen.findByRole('button', { name: 'Delete rule' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const list = screen.getByRole('list', { name: 'Approval rules' })
    await waitFor(() => expect(document.activeElement).toBe(list))
  })
})
