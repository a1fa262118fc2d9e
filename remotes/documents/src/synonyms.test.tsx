// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { hasUnsavedText } from '@portal/ui/unsaved-text'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen } from './routes/synonyms.tsx'

const path = '/api/search/synonyms'

function renderSynonyms(groups: readonly (readonly string[])[], setup: ScreenSetup = {}) {
  return renderScreen(Screen, {
    path: '/documents/synonyms',
    ...setup,
    responses: {
      [`GET ${path}`]: () => Response.json({ groups }),
      [`PUT ${path}`]: () => Response.json({ groups }),
      ...setup.responses,
    },
  })
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Words that mean the same/ })

describe('the synonyms of an organization', () => {
  it('are shown a group a line, and nothing can be saved before something is changed', async () => {
    renderSynonyms([
      ['EWC', 'works council'],
      ['GxP', 'good practice'],
    ])
    expect((await field()).value).toBe('EWC, works council\nGxP, good practice')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save synonyms' }).disabled).toBe(true)
  })

  it('are saved without empty lines and empty words', async () => {
    const { person, server } = renderSynonyms([])
    await person.type(await field(), ' EWC , works council,\n\n,\nGxP, good practice')
    await person.click(screen.getByRole('button', { name: 'Save synonyms' }))
    await waitFor(() =>
      expect(server.requests(`PUT ${path}`)[0]?.body).toEqual({
        groups: [
          ['EWC', 'works council'],
          ['GxP', 'good practice'],
        ],
        seen: { groups: [] },
      }),
    )
  })

  it('that are refused are named by their line, keep what was typed and get the focus', async () => {
    const { person, server } = renderSynonyms([])
    await person.type(await field(), 'EWC, works council\n\nalone')
    await person.click(screen.getByRole('button', { name: 'Save synonyms' }))
    await screen.findByText('Line 3: A group needs at least two different words.')
    expect(document.activeElement).toBe(await field())
    expect((await field()).value).toContain('alone')
    expect(server.requests(`PUT ${path}`)).toEqual([])
  })

  it('come back when changes are discarded', async () => {
    const { person } = renderSynonyms([['EWC', 'works council']])
    await person.type(await field(), '\nmore')
    await person.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect((await field()).value).toBe('EWC, works council')
  })

  it('that somebody else saves are shown at once where nothing was typed', async () => {
    const { server, refetch } = renderSynonyms([['EWC', 'works council']])
    await field()
    server.now({ [`GET ${path}`]: () => Response.json({ groups: [['GxP', 'good practice']] }) })
    await refetch()
    await waitFor(async () => expect((await field()).value).toBe('GxP, good practice'))
    expect(
      screen.queryByText('This was changed meanwhile, by somebody else or by you in another tab.'),
    ).toBeNull()
  })

  it('that somebody else saves leave what is typed, until the reader reloads them', async () => {
    const { person, server, refetch } = renderSynonyms([['EWC', 'works council']])
    await person.type(await field(), '\nSOP, procedure')
    server.now({ [`GET ${path}`]: () => Response.json({ groups: [['GxP', 'good practice']] }) })
    await refetch()
    await screen.findByText('This was changed meanwhile, by somebody else or by you in another tab.')
    expect((await field()).value).toBe('EWC, works council\nSOP, procedure')
    expect(hasUnsavedText()).toBe(true)
    await person.click(screen.getByRole('button', { name: 'Reload' }))
    expect((await field()).value).toBe('GxP, good practice')
    expect(
      screen.queryByText('This was changed meanwhile, by somebody else or by you in another tab.'),
    ).toBeNull()
    expect(hasUnsavedText()).toBe(false)
  })

  it('that are saved are shown as the server keeps them, and nobody else is named', async () => {
    const { person, server } = renderSynonyms([])
    await person.type(await field(), 'EWC ,works council')
    const kept = () => Response.json({ groups: [['EWC', 'works council']] })
    server.now({ [`PUT ${path}`]: kept, [`GET ${path}`]: kept })
    await person.click(screen.getByRole('button', { name: 'Save synonyms' }))
    await waitFor(async () => expect((await field()).value).toBe('EWC, works council'))
    expect(
      screen.queryByText('This was changed meanwhile, by somebody else or by you in another tab.'),
    ).toBeNull()
  })

  it('that cannot be loaded are said to be so', async () => {
    renderSynonyms([], { responses: { [`GET ${path}`]: () => errorResponse(503, 'Busy.') } })
    await screen.findByText('The synonyms could not be loaded')
  })
})
