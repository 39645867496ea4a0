// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ServerStatus } from '../../../web/features/status/server-status.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the status line asks once and reports a ready server', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'))
  render(<ServerStatus />)
  screen.getByText('Asking the server…')
  await screen.findByText('The server and its database are ready.')
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(fetch.mock.calls[0]?.[0]).toBe('/ready')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a server that refuses or cannot be reached is not ready, and can be asked again', async () => {
  const user = userEvent.setup()
  const fetch = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValueOnce(new Response('{}', { status: 503 }))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(new Response('{}'))
  render(<ServerStatus />)
  await screen.findByText('The server is not ready yet.')

  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2))
  const again = screen.getByRole('button', { name: 'Try again' })
  await waitFor(() => expect(again.hasAttribute('aria-busy')).toBe(false))
  screen.getByText('The server is not ready yet.')

  await user.click(again)
  await screen.findByText('The server and its database are ready.')
  expect(fetch).toHaveBeenCalledTimes(3)
})
