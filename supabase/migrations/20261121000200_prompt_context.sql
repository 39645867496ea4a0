-- What the model was given, without the text: how much of what, and what did not fit.
alter table public.generation_jobs add column context jsonb;
comment on column public.generation_jobs.context is
  'What the last prompt of the job consisted of, as PromptContext in contract/generation.ts.';

-- As record_examples, with what else the prompt has.
drop function private.record_examples(uuid, integer, uuid[]);
create function private.record_context(job_id uuid, current_attempt integer, examples uuid[], context jsonb)
  returns boolean
  language plpgsql set search_path = ''
as $$
begin
  update public.generation_jobs as jobs
    set used_examples = record_context.examples, context = record_context.context
    where jobs.id = record_context.job_id and jobs.attempt = current_attempt and jobs.status = 'processing';
  return found;
end
$$;
