// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

const slowly = 1200

it('what takes longer than a second on a busy machine is waited for', async () => {
  const begun = performance.now()
  setTimeout(() => {
    document.body.innerHTML = '<p>Ready</p>'
  }, slowly)
  await Promise.all([
    screen.findByText('Ready'),
    vi.waitFor(() => expect(performance.now() - begun).toBeGreaterThan(slowly)),
    vi.waitUntil(() => performance.now() - begun > slowly),
    expect.poll(() => performance.now() - begun).toBeGreaterThan(slowly),
  ])
})
