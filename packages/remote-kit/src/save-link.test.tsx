// @vitest-environment happy-dom
import { catchSavedFiles } from '@portal/remote-kit/catch-saved-files'
import { errorResponse, type FixedResponse, fileResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { SaveLink } from '@portal/remote-kit/save-link'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

const address = '/api/reports/1'
const read = `GET ${address}`
const ask = `HEAD ${address}`
const token = 'a.b.c'
const blob = expect.stringMatching(/^blob:/)

/** Shows a link to the file and follows it. */
async function save(answer: FixedResponse, { isLarge = false, ...setup }: Setup = {}) {
  const saved = catchSavedFiles()
  const Screen = () => <SaveLink file={{ address, name: 'report.csv', isLarge }}>Save report</SaveLink>
  const responses = { [read]: answer, [ask]: () => fileResponse(), ...setup.responses }
  const rendered = renderScreen(Screen, { ...setup, responses })
  await rendered.person.click(link())
  return { ...rendered, saved }
}

type Setup = ScreenSetup & { readonly isLarge?: boolean }
const link = () => screen.getByRole('link', { name: 'Save report' })
const toast = () => readToasts().toasts[0]

describe('a link that saves a file', () => {
  it('sends the stored token, and keeps its address for another tab', async () => {
    const { server, saved } = await save(() => fileResponse('attachment; filename="report.csv"'), { token })
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(server.requests(read).map(({ headers }) => headers.get('authorization'))).toEqual([
      `Bearer ${token}`,
    ])
    expect(link().getAttribute('href')).toBe(address)
  })

  it.each([
    { header: 'attachment; filename="report-2026-02-01.csv"', name: 'report-2026-02-01.csv' },
    { header: 'attachment; filename="?.csv"; filename*=UTF-8\'\'%C3%9C%20%22x%22.csv', name: 'Ü "x".csv' },
    { header: 'attachment', name: 'report.csv' },
    { header: undefined, name: 'report.csv' },
  ])('saves it as $name where the server says $header', async ({ header, name }) => {
    const { saved } = await save(() => fileResponse(header))
    await waitFor(() => expect(saved).toEqual([{ name, address: blob }]))
  })

  it('is busy while the file is fetched, and a second press sends nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { person, server, saved } = await save(() => promise)
    await waitFor(() => expect(link().getAttribute('aria-busy')).toBe('true'))
    await person.click(link())
    expect(server.requests(read)).toHaveLength(1)
    resolve(fileResponse())
    await waitFor(() => expect(link().hasAttribute('aria-busy')).toBe(false))
    expect(saved).toHaveLength(1)
  })

  it('says of an ended session that one is logged out, and leaves for the login', async () => {
    const { navigations, saved } = await save(() => errorResponse(401, 'Unauthorized: please log in.'))
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Unauthorized' }))
    await waitFor(() => expect(navigations).toEqual(['/api/login']))
    expect(saved).toEqual([])
  })

  it.each([
    { why: 'the server says no', answer: () => errorResponse(429, 'Two at once.'), said: 'Two at once.' },
    {
      why: 'nothing comes back',
      answer: () => Promise.reject(new TypeError('Failed to fetch')),
      said: 'The file could not be saved. Please try again.',
    },
  ])('says what to do where $why, and can be followed again', async ({ answer, said }) => {
    const { person, server, saved } = await save(answer)
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Error', description: said }))
    expect(saved).toEqual([])
    server.now({ [read]: () => fileResponse() })
    await person.click(link())
    await waitFor(() => expect(saved).toHaveLength(1))
  })
})

describe('a link to a large file', () => {
  it('is left to the browser without a token, which streams it to disk', async () => {
    const { server, saved } = await save(() => fileResponse(), { isLarge: true })
    await waitFor(() => expect(saved).toEqual([{ name: '', address }]))
    expect(server.requests(read)).toEqual([])
  })

  it('is not followed where the server refuses it, but says why', async () => {
    const { saved } = await save(() => errorResponse(429, 'Two at once.'), {
      isLarge: true,
      responses: { [ask]: () => new Response(null, { status: 429 }) },
    })
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Error', description: 'Two at once.' }))
    expect(saved).toEqual([])
  })

  it('is followed where the server gives it out after all, and read but once', async () => {
    const { server, saved } = await save(() => fileResponse(), {
      isLarge: true,
      responses: { [ask]: () => new Response(null, { status: 503 }) },
    })
    await waitFor(() => expect(saved).toEqual([{ name: '', address }]))
    expect(server.requests(read)).toHaveLength(1)
  })

  it('is not followed once the session has ended, but leads to the login', async () => {
    const { navigations, saved } = await save(() => errorResponse(401, 'Unauthorized: please log in.'), {
      isLarge: true,
      responses: { [ask]: () => new Response(null, { status: 401 }) },
    })
    await waitFor(() => expect(navigations).toEqual(['/api/login']))
    expect(saved).toEqual([])
  })

  it('is fetched with a stored token, which the browser would not send', async () => {
    const { server, saved } = await save(() => fileResponse(), { isLarge: true, token })
    await waitFor(() => expect(saved).toEqual([{ name: 'report.csv', address: blob }]))
    expect(server.requests(read)[0]?.headers.get('authorization')).toBe(`Bearer ${token}`)
    expect(server.requests(ask)).toEqual([])
  })
})
