// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RatingDisplay } from './rating-display.tsx'

/** Product §9 and decision 32. */
it.each([
  { value: 5, name: '5.0 out of 5', tone: 'green' },
  { value: 4.5, name: '4.5 out of 5', tone: 'green' },
  { value: 4.49, name: '4.5 out of 5', tone: 'yellow' },
  { value: 3.5, name: '3.5 out of 5', tone: 'yellow' },
  { value: 3.49, name: '3.5 out of 5', tone: 'red' },
  { value: 0, name: '0.0 out of 5', tone: 'red' },
  { value: null, name: 'No ratings yet', tone: 'neutral' },
])('a rating of $value reads "$name" in $tone', ({ value, name, tone }) => {
  render(<RatingDisplay value={value} />)
  expect(screen.getByRole('img', { name }).dataset.tone).toBe(tone)
})

it('shows a dash while nobody has rated', () => {
  render(<RatingDisplay value={null} />)
  expect(screen.getByRole('img').textContent).toBe('–')
})
