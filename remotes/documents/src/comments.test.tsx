// @vitest-environment happy-dom
import type { CommentThread } from '@portal/contracts/comments'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { hasUnsavedText } from '@portal/ui/unsaved-text'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fixedComment, fixedThread } from './testing/fixed-comments.ts'
import { differenceCall, fixedDifference, renderDifference, versionIds } from './testing/fixed-difference.ts'
import {
  type DocumentSetup,
  gifts,
  giftsText,
  giftsVersion,
  renderDocument,
} from './testing/render-document.tsx'
import { showWindow } from './testing/show-window.ts'

const address = `/api/documents/${gifts.id}/versions/${giftsVersion.versionId}/comments`
const registered = 'Every gift is registered within 5 days.'
const onPurpose = fixedThread(1, { text: giftsText, quote: 'which gifts employees may accept' })
const onRegister = fixedThread(2, { text: giftsText, quote: registered })

beforeEach(() => showWindow(1440))

function render(threads: readonly CommentThread[], setup: DocumentSetup = {}) {
  return renderDocument({
    versions: [{ ...giftsVersion, mayComment: true }],
    ...setup,
    responses: { [`GET ${address}`]: () => Response.json(threads), ...setup.responses },
  })
}

const panel = () => screen.findByRole('complementary', { name: 'Comments' })
const threadOn = async (quote: string) => within(await screen.findByRole('article', { name: quote }))

describe('comments beside the text', () => {
  it('are not offered or asked for where the reader may see none', async () => {
    const { server } = renderDocument()
    await screen.findByRole('article', { name: /^Text of/ })
    expect(screen.queryByRole('button', { name: /omment/ })).toBeNull()
    expect(server.requests(`GET ${address}`)).toEqual([])
  })

  it('open with the number of those that are not resolved, and are marked in the text', async () => {
    const resolved = { ...onRegister, resolvedAt: '2026-01-17T10:00:00.000Z', resolvedBy: 'person-1' }
    const { person } = render([onPurpose, resolved])
    await person.click(await screen.findByRole('button', { name: 'Comments 1 open' }))
    const shown = within(await panel())
    await shown.findByText('Resolved (1)')
    const open = await threadOn(onPurpose.quote)
    open.getByText('Remark 1.')
    open.getByText('Approver')
    expect(document.querySelector('mark')?.textContent).toBe(onPurpose.quote)
  })

  it('say when there are none, and how to write one', async () => {
    render([], { search: '?comments=all' })
    await within(await panel()).findByText(/^Nobody has commented on this version\. Select some text/)
  })

  it('that cannot be read say so and can be asked for again', async () => {
    const { person, server } = render([], {
      search: '?comments=all',
      responses: { [`GET ${address}`]: () => errorResponse(500, 'Broken.') },
    })
    const shown = within(await panel())
    await shown.findByText('The comments could not be loaded')
    server.now({ [`GET ${address}`]: () => Response.json([onPurpose]) })
    await person.click(shown.getByRole('button', { name: 'Retry' }))
    await shown.findByText('Remark 1.')
  })

  it('are a drawer on a small window', async () => {
    showWindow(390)
    const { person } = render([onPurpose])
    await person.click(await screen.findByRole('button', { name: 'Comments 1 open' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Comments' }))
    await drawer.findByText('Remark 1.')
    expect(screen.queryByRole('complementary', { name: 'Comments' })).toBeNull()
  })

  it('lead from one open thread to the next, and a link to one opens it', async () => {
    const { person, navigations } = render([onPurpose, onRegister], { search: `?comments=${onPurpose.id}` })
    const first = await screen.findByRole('article', { name: onPurpose.quote })
    await waitFor(() => expect(document.activeElement).toBe(first))
    await person.click(screen.getByRole('button', { name: 'Next open comment' }))
    await waitFor(() => expect(navigations.at(-1)).toContain(`comments=${onRegister.id}`))
    await person.click(screen.getByRole('button', { name: 'Next open comment' }))
    await waitFor(() => expect(navigations.at(-1)).toContain(`comments=${onPurpose.id}`))
  })
})

describe('a comment', () => {
  it('is written on a paragraph by keyboard, without selecting text', async () => {
    const { person, server } = render([], {
      responses: { [`POST ${address}`]: () => Response.json(onRegister, { status: 201 }) },
    })
    const button = await screen.findByRole('button', { name: /^Comment on “Every gift is registered/ })
    button.focus()
    await person.keyboard('{Enter}')
    const box = await screen.findByRole('textbox', { name: 'Your comment' })
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' }).disabled).toBe(true)
    await person.keyboard('Why <b>5</b> days?{Control>}{Enter}{/Control}')
    await waitFor(() => expect(server.requests(`POST ${address}`)).toHaveLength(1))
    const quote = `${registered} Registered gifts are reviewed.`
    const start = giftsText.indexOf(quote)
    expect(server.requests(`POST ${address}`)[0]?.body).toEqual({
      text: 'Why <b>5</b> days?',
      start,
      end: start + quote.length,
      quote,
    })
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your comment' })).toBeNull())
  })

  it('keeps what was typed after a refusal, and when the comments are closed meanwhile', async () => {
    const { person } = render([], {
      responses: {
        [`POST ${address}`]: () => errorResponse(409, 'A version can have at most 1000 comments.'),
      },
    })
    await person.click(await screen.findByRole('button', { name: /^Comment on “Every gift is registered/ }))
    await person.type(await screen.findByRole('textbox', { name: 'Your comment' }), 'Why 5?')
    await person.click(screen.getByRole('button', { name: 'Comment' }))
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' }).disabled).toBe(false),
    )
    await person.click(screen.getByRole('button', { name: 'Close comments' }))
    await person.click(screen.getByRole('button', { name: /^Comments/ }))
    expect(await screen.findByDisplayValue('Why 5?')).toBeTruthy()
  })

  it('is not left without a question while it is typed; a reply outlives the closed comments too', async () => {
    const { person } = render([onPurpose])
    await person.click(await screen.findByRole('button', { name: /^Comments/ }))
    await person.click((await threadOn(onPurpose.quote)).getByRole('button', { name: 'Reply' }))
    expect(hasUnsavedText()).toBe(false)
    await person.type(screen.getByRole('textbox', { name: 'Your reply' }), 'Because.')
    expect(hasUnsavedText()).toBe(true)
    await person.click(screen.getByRole('button', { name: 'Close comments' }))
    expect(hasUnsavedText()).toBe(true)
    await person.click(screen.getByRole('button', { name: /^Comments/ }))
    await screen.findByDisplayValue('Because.')
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(hasUnsavedText()).toBe(false)
  })

  it('keeps its correction when the comments are closed, and is not left without a question', async () => {
    const own = fixedComment(3, { authorId: 'person-1', as: 'steward', text: 'My remark.' })
    const change = `PATCH ${address}/${own.id}`
    const { person, server } = render([{ ...onPurpose, comments: [own] }], {
      search: '?comments=all',
      responses: { [change]: () => Response.json(onPurpose) },
    })
    await person.click((await threadOn(onPurpose.quote)).getByRole('button', { name: 'Edit' }))
    expect(hasUnsavedText()).toBe(false)
    await person.type(screen.getByRole('textbox', { name: 'Your comment' }), ' And more.')
    await person.click(screen.getByRole('button', { name: 'Close comments' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your comment' })).toBeNull())
    expect(hasUnsavedText()).toBe(true)
    await person.click(screen.getByRole('button', { name: /^Comments/ }))
    await screen.findByDisplayValue('My remark. And more.')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.requests(change)[0]?.body).toEqual({ text: 'My remark. And more.' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your comment' })).toBeNull())
    expect(hasUnsavedText()).toBe(false)
  })

  it('loses its correction only by Cancel', async () => {
    const own = fixedComment(3, { authorId: 'person-1', as: 'steward', text: 'My remark.' })
    const { person } = render([{ ...onPurpose, comments: [own] }], { search: '?comments=all' })
    await person.click((await threadOn(onPurpose.quote)).getByRole('button', { name: 'Edit' }))
    await person.type(screen.getByRole('textbox', { name: 'Your comment' }), ' And more.')
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(hasUnsavedText()).toBe(false)
    await person.click(screen.getByRole('button', { name: 'Close comments' }))
    await person.click(screen.getByRole('button', { name: /^Comments/ }))
    await (await threadOn(onPurpose.quote)).findByText('My remark.')
    expect(screen.queryByRole('textbox', { name: 'Your comment' })).toBeNull()
  })

  it('is shown as the text that it is', async () => {
    const text = '<img src=x onerror=alert(1)> **not bold**'
    render([{ ...onPurpose, comments: [fixedComment(1, { text })] }], { search: '?comments=all' })
    await within(await panel()).findByText(text)
    expect(document.querySelector('img')).toBeNull()
  })

  it('of others cannot be changed; one’s own can, and its deletion is asked for', async () => {
    const own = fixedComment(3, { authorId: 'person-1', as: 'steward', text: 'My remark.' })
    const thread = { ...onPurpose, comments: [fixedComment(1), own] }
    const change = `PATCH ${address}/${own.id}`
    const removal = `DELETE ${address}/${own.id}`
    const { person, server } = render([thread], {
      search: '?comments=all',
      responses: { [change]: () => Response.json(thread), [removal]: () => Response.json(thread) },
    })
    const shown = await threadOn(onPurpose.quote)
    expect(shown.getAllByRole('button', { name: 'Edit' })).toHaveLength(1)
    await person.click(shown.getByRole('button', { name: 'Edit' }))
    const box = shown.getByRole('textbox', { name: 'Your comment' })
    await person.clear(box)
    await person.type(box, 'My better remark.')
    await person.click(shown.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.requests(change)[0]?.body).toEqual({ text: 'My better remark.' }))
    await person.click(await shown.findByRole('button', { name: 'Delete' }))
    expect(server.requests(removal)).toEqual([])
    await person.click(await screen.findByRole('button', { name: 'Delete comment' }))
    await waitFor(() => expect(server.requests(removal)).toHaveLength(1))
  })

  it('that was deleted says so in its position', async () => {
    const gone = fixedComment(1, { text: '', deletedAt: '2026-01-17T10:00:00.000Z' })
    render([{ ...onPurpose, comments: [gone, fixedComment(2)] }], { search: '?comments=all' })
    const shown = await threadOn(onPurpose.quote)
    shown.getByText('This comment was deleted.')
    shown.getByText('Remark 2.')
  })

  it('is answered, resolved and opened again', async () => {
    const replies = `POST ${address}/${onPurpose.id}/replies`
    const resolve = `POST ${address}/${onPurpose.id}/resolve`
    const reopen = `POST ${address}/${onPurpose.id}/reopen`
    const resolved = { ...onPurpose, resolvedAt: '2026-01-17T10:00:00.000Z', resolvedBy: 'person-1' }
    const { person, server } = render([onPurpose], {
      search: `?comments=${onPurpose.id}`,
      responses: {
        [replies]: () => Response.json(onPurpose, { status: 201 }),
        [resolve]: () => Response.json(resolved),
        [reopen]: () => Response.json(onPurpose),
      },
    })
    const shown = await threadOn(onPurpose.quote)
    await person.click(shown.getByRole('button', { name: 'Reply' }))
    await person.type(shown.getByRole('textbox', { name: 'Your reply' }), 'Because.')
    await person.click(shown.getByRole('button', { name: 'Reply' }))
    await waitFor(() => expect(server.requests(replies)[0]?.body).toEqual({ text: 'Because.' }))
    server.now({ [`GET ${address}`]: () => Response.json([resolved]) })
    await person.click(await shown.findByRole('button', { name: 'Resolve' }))
    await screen.findByText('Resolved (1)')
    await person.click(await screen.findByRole('button', { name: 'Open again' }))
    await waitFor(() => expect(server.requests(reopen)).toHaveLength(1))
  })
})

describe('comments in the difference', () => {
  const [, after = ''] = versionIds
  const difference = fixedDifference()
  const comments = `/api/documents/${difference.documentId}/versions/${after}/comments`
  const rows = difference.rows.map((row) =>
    row.kind === 'changed' && row.index === 21
      ? {
          ...row,
          after: { ...row.after, span: { start: 700, end: 700 + 'Files are kept for six years.'.length } },
        }
      : row,
  )

  it('are on the newer version’s text as it is there, whatever is drawn beside it', async () => {
    const { person, server } = renderDifference({
      responses: {
        [differenceCall]: () =>
          Response.json({ ...difference, rows, after: { ...difference.after, mayComment: true } }),
        [`GET ${comments}`]: () => Response.json([]),
        [`POST ${comments}`]: () => Response.json(onPurpose, { status: 201 }),
      },
    })
    await person.click(
      await screen.findByRole('button', { name: 'Comment on “Files are kept for six years.”' }),
    )
    await person.type(await screen.findByRole('textbox', { name: 'Your comment' }), 'Too long.')
    await person.click(screen.getByRole('button', { name: 'Comment' }))
    await waitFor(() =>
      expect(server.requests(`POST ${comments}`)[0]?.body).toEqual({
        text: 'Too long.',
        start: 700,
        end: 729,
        quote: 'Files are kept for six years.',
      }),
    )
  })

  it('are not offered to those who may only read it', async () => {
    const { server } = renderDifference()
    await screen.findByRole('list', { name: 'Lines' })
    expect(screen.queryByRole('button', { name: /omment/ })).toBeNull()
    expect(server.requests(`GET ${comments}`)).toEqual([])
  })
})
