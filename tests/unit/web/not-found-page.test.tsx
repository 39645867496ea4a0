// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { NotFoundPage } from '../../../web/pages/not-found-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the 404 page links home and logs the path', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const router = createMemoryRouter([{ path: '*', Component: NotFoundPage }], {
    initialEntries: ['/scripts/of/nobody'],
  })
  render(<RouterProvider router={router} />)

  await screen.findByRole('heading', { name: 'Oops! Page not found' })
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
  expect(warn).toHaveBeenCalledExactlyOnceWith('Page not found:', '/scripts/of/nobody')
})
