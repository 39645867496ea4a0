import { nameField } from '../../support/browser/chats.ts'
import { goInApp } from '../../support/browser/in-app.ts'
import { expectConsoleErrors, expectNotice } from '../../support/browser/page.ts'
import { createPerson, signInAs, signInByHand } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expect, test } from '../fixtures.ts'

test('details of failed requests go to the console with the request id, not to the writer', async ({
  page,
  consoleErrors,
}) => {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await page.route(/auth\/v1\/token|rest\/v1\/saved_scripts|functions\/v1\/export/, (route) =>
    route.fulfill({
      status: 502,
      contentType: 'text/html',
      headers: { 'X-Request-Id': 'id-7' },
      body: '<html><h1>Bad Gateway</h1></html>',
    }),
  )
  const expectDetails = async (path: string) => {
    const line = `Request failed: ${path}, status 502, request id id-7: <html><h1>Bad Gateway</h1></html>`
    await expect.poll(() => warnings).toContain(line)
    await expect(page.getByText('Bad Gateway')).toHaveCount(0)
  }

  await page.goto('/login')
  await signInByHand(page, { email: 'anna@example.com', password: 'any password' })
  await expectNotice(page, 'Login Failed', "Couldn't sign you in. Please try again.")
  await expectDetails('/auth/v1/token')

  const writer = await createPerson('unlucky')
  const scriptId = await addScript(writer, 'Rain', 'INT. TRAM - NIGHT')
  await signInAs(page, writer)
  await page.goto('/dashboard')
  await expectNotice(page, 'Error fetching saved scripts')
  await expectDetails('/rest/v1/saved_scripts')

  await goInApp(page, `/editor/${scriptId}`)
  await expect(nameField(page)).toHaveValue('Rain')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'PDF (.pdf)' }).click()
  await expect(page.getByRole('region', { name: 'Cannot Download' })).toBeVisible()
  await expectDetails('/functions/v1/export-script')
  expectConsoleErrors(consoleErrors, /502/)
})
