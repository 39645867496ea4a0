-- Result, answer, conversation and state together, by the current attempt only. The result may be the
-- written text repaired; whoever follows reads what was written to its end, and then the result.
drop function private.complete_generation(uuid, integer, text, uuid[], text, integer, integer);

create function private.complete_generation(
  job_id uuid,
  current_attempt integer,
  text_of_result text,
  -- Null: the result is the written text itself.
  written text,
  used_examples uuid[],
  model text,
  input_tokens integer,
  output_tokens integer
) returns boolean
  language plpgsql set search_path = ''
as $$
declare
  completed public.generation_jobs;
begin
  perform private.lock_around(complete_generation.job_id);
  update public.generation_jobs as jobs set
      status = 'completed',
      result = text_of_result,
      partial_text = coalesce(complete_generation.written, text_of_result),
      finished_at = clock_timestamp(),
      leased_until = null,
      model = complete_generation.model,
      input_tokens = complete_generation.input_tokens,
      output_tokens = complete_generation.output_tokens
    where jobs.id = complete_generation.job_id and jobs.attempt = current_attempt and jobs.status = 'processing'
    returning * into completed;
  if not found then
    return false;
  end if;
  perform private.add_answer(completed, text_of_result, complete_generation.used_examples);
  perform private.forget_input(completed.id);
  return true;
end
$$;
