// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '../../../web/app/error-boundary.tsx'

afterEach(cleanup)

function Broken(): never {
  throw new Error('broken on purpose')
}

test('a part that breaks leaves a calm page with a way on', () => {
  const onCaughtError = vi.fn<(error: unknown) => void>()
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
    { onCaughtError },
  )
  screen.getByRole('heading', { name: 'Something went wrong' })
  screen.getByRole('button', { name: 'Reload' })
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
  expect(onCaughtError).toHaveBeenCalledTimes(1)
})
