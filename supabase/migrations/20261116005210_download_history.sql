-- For the download of one's own data, which reads a history without holding all of it in memory. Definer: the
-- texts are in tables that nobody may read. So they name the owner and ask for approval themselves.

-- The next versions of a text, with the pieces that their texts consist of, in order.
create function private.next_versions(work_id uuid, after integer)
  returns table (number integer, version jsonb, pieces bigint[])
  language sql stable security definer set search_path = ''
as $$
  select versions.number, to_jsonb(versions) - 'user_id', texts.pieces
  from public.script_versions as versions
  join private.version_texts as texts on texts.version_id = versions.id
  where (select private.is_approved())
    and versions.user_id = (select auth.uid())
    and versions.work_id = next_versions.work_id
    and versions.number > next_versions.after
  order by versions.number
  limit 20
$$;

create function private.own_pieces(ids bigint[]) returns table (id bigint, text text)
  language sql stable security definer set search_path = ''
as $$
  select stored.id, stored.text
  from private.script_pieces as stored
  where (select private.is_approved())
    and stored.user_id = (select auth.uid())
    and stored.id = any (own_pieces.ids)
$$;

grant execute on function private.next_versions(uuid, integer) to authenticated;
grant execute on function private.own_pieces(bigint[]) to authenticated;
