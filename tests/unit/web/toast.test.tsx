// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showToast } from '../../../web/ui/feedback/toast.ts'
import { Toaster } from '../../../web/ui/feedback/toaster.tsx'

afterEach(cleanup)

test('a toast shown before the toaster has loaded is not lost', async () => {
  showToast({ kind: 'error', title: 'Auth Error', message: 'Failed to load session: offline' })
  render(<Toaster label="Notifications" closeLabel="Close" />)
  await screen.findByText('Auth Error')
  const toast = screen.getByText('Failed to load session: offline').closest('li')
  expect(toast && within(toast).getByRole('button', { name: 'Close' })).toBeTruthy()
})

test('a repeated error replaces the first one; a different one is added', async () => {
  render(<Toaster label="Notifications" closeLabel="Close" />)
  const again = { kind: 'error', title: 'Save Error', message: 'The disk is full.' } as const
  showToast({ ...again, message: 'The network is down.' })
  showToast(again)
  await screen.findByText('The disk is full.')
  showToast(again)
  showToast({ title: 'Something else' })
  await screen.findByText('Something else')
  await waitFor(() => expect(screen.getAllByText('Save Error')).toHaveLength(2))
  screen.getByText('The disk is full.')
  screen.getByText('The network is down.')
})
