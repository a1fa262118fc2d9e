// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen as Assistant } from './routes/assistant.tsx'
import { Screen as GoldenQuestions } from './routes/golden-questions.tsx'
import { renderAssistant } from './testing/render-assistant.tsx'

const forms = [
  ['/chat?open=as-of', 'Ask as of a date', Assistant],
  ['/golden-questions?open=new-question', 'Add golden question', GoldenQuestions],
] as const
const none = () => Response.json([])
const responses = {
  'GET /api/chat/golden-questions': none,
  'GET /api/chat/golden-runs': none,
  'GET /api/departments': none,
}

it.each(forms)('%s opens "%s"', async (path, title, Screen) => {
  const { navigations } = renderAssistant({ path, screen: Screen, responses })
  await screen.findByRole('dialog', { name: title })
  expect(navigations).toEqual([path.split('?')[0]])
})

it('the acts of the manifest lead to these forms', () => {
  const opening = (manifest.acts ?? []).map(({ to }) => to).filter((to) => to.includes('open='))
  expect(opening).toEqual(forms.map(([path]) => path))
})
