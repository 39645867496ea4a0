// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showToast } from '../../../web/ui/toast.ts'
import { Toaster } from '../../../web/ui/toaster.tsx'

afterEach(cleanup)

test('a toast shown before the toaster has loaded is not lost', async () => {
  showToast({ kind: 'error', title: 'Auth Error', message: 'Failed to load session: offline' })
  render(<Toaster label="Notifications" closeLabel="Close" />)
  await screen.findByText('Auth Error')
  screen.getByText('Failed to load session: offline')
  expect(screen.getByRole('button', { name: 'Close' })).toBeDefined()
})
