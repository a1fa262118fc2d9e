// @vitest-environment happy-dom
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

const read = 'GET /api/documents'

function Screen() {
  const query = useQuery<string[]>({ queryKey: ['/api/documents'] })
  return query.data ? <p>{query.data}</p> : <ReadFailure title="No documents" query={query} />
}

it('a read that failed says why, and Retry reads again', async () => {
  const { person, server } = renderScreen(Screen, {
    responses: { [read]: () => errorResponse(503, 'Away.') },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Away.')
  server.now({ [read]: () => Response.json(['Found']) })
  await person.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Found')).toBeTruthy()
})

it('a read without a session offers the login, for a retry would fail again', async () => {
  const { person, navigations } = renderScreen(Screen, {
    responses: { [read]: () => errorResponse(401, 'Unauthorized: please log in.') },
  })
  await person.click(await screen.findByRole('button', { name: 'Log in' }))
  expect(navigations).toEqual(['/api/login'])
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})
