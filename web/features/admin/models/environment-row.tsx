import { FlaskConical, Lock } from 'lucide-react'
import { type AdminModels, ENVIRONMENT_MODEL } from '../../../../contract/models.ts'
import { adminModelsMessages as words } from '../../../messages/admin-models.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { useManageModels } from './models-api.ts'
import { showFailure } from './show-failure.ts'

/** Aligns an item that wraps below the text with that text, not with the icon. */
export const belowTextStyle = 'max-sm:ml-[29px]'

/** The model set by the server's environment. It cannot be edited here. */
export function EnvironmentRow({ state }: { state: AdminModels }) {
  const { environment, defaultModel } = state
  const { provider, model, baseUrl, isFixed } = environment
  const { mutate, isPending } = useManageModels()
  const isDefault = defaultModel === ENVIRONMENT_MODEL
  // Without AI_PROVIDER there is only the demo, which is not worth a line once something else answers.
  if (!isFixed && !isDefault && provider !== 'demo') return null
  const Icon = isFixed ? Lock : FlaskConical
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4.5 py-3 not-last:border-b not-last:border-line">
      <Icon aria-hidden="true" className="size-[17px] shrink-0 text-ink-2" />
      <div className="min-w-0 grow basis-60">
        <p className="font-medium wrap-anywhere">
          {provider === 'demo' ? words.demo : `${words.kinds[provider]}, ${model ?? ''}`}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {baseUrl && `${baseUrl} · `}
          {isFixed ? words.environmentFixed : words.demoFallback}
        </p>
      </div>
      {isDefault ? (
        <Badge tone="good" className={belowTextStyle}>
          {words.default}
        </Badge>
      ) : (
        !isFixed && (
          <Button
            size="sm"
            className={belowTextStyle}
            busy={isPending}
            onClick={() => mutate({ action: 'default', modelId: null }, { onError: showFailure })}
          >
            {words.makeDefault}
          </Button>
        )
      )}
    </div>
  )
}
