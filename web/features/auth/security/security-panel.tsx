import { FactorSection } from './factor-section.tsx'
import { OwnDataSection } from './own-data-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function SecurityPanel() {
  return (
    <>
      <FactorSection />
      <SessionsSection />
      <OwnDataSection />
    </>
  )
}
