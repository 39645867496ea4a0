import { expect, type Page } from '@playwright/test'
import { codeNow } from '../authenticator.ts'
import { type BrowserPerson, createPerson } from './people.ts'
import { newClient } from '../client.ts'

export type SecuredPerson = BrowserPerson & { secret: string; codes: string[] }

/** A writer with an authenticator app, whose current code is used up, and recovery codes. */
export async function createSecuredPerson(name: string): Promise<SecuredPerson> {
  const person = await createPerson(name)
  const client = await signInElsewhere(person)
  const { data: factor, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const { secret } = factor.totp
  await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeNow(secret) })
  const { data } = await client.auth.mfa.recoveryCodes.generate()
  await client.auth.signOut()
  return { ...person, secret, codes: data?.codes ?? [] }
}

/** A session of the same person, without a browser. */
export async function signInElsewhere(person: Pick<BrowserPerson, 'email' | 'password'>) {
  const client = await newClient(process.env['SCRIPT_WRITER_URL'] ?? '')
  await client.auth.signInWithPassword(person)
  return client
}

/** The dialog, opened from the dashboard. */
export async function openSecurity(page: Page) {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Security' }).click()
  const dialog = page.getByRole('dialog', { name: 'Security' })
  await expect(dialog.getByText('This device')).toBeVisible()
  return dialog
}
