// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NotFound } from './not-found.tsx'
import { renderScreen } from './render-screen.tsx'

it('product §2: the 404 page reads Page Not Found, and leads home', () => {
  renderScreen(NotFound)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Not Found')
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/')
})
