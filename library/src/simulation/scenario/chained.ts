import * as z from 'zod/mini';

/**
 * A schema of zod/mini with the methods that scenarios are described with. The schemas of zod itself have these and many
 * more, and a page would have to load them all.
 */
export type Chained<Base extends z.ZodMiniType> = Base & {
  /** A copy with a sentence for the published JSON Schema. */
  describe(sentence: string): Chained<Base>;
  /** A copy with more for the published JSON Schema. */
  meta(meta: z.core.GlobalMeta): Chained<Base>;
  default(value: z.core.util.NoUndefined<z.output<Base>>): Chained<z.ZodMiniDefault<Base>>;
  /** As `default`, of a value that the schema then reads. */
  prefault(value: z.input<Base>): Chained<z.ZodMiniPrefault<Base>>;
  exactOptional(): Chained<z.ZodMiniExactOptional<Base>>;
};

/** The schema of a value, whatever it is made of. */
export type Schema<Output = unknown, Input = unknown> = Chained<z.ZodMiniType<Output, Input>>;

type Any = Schema;

const methods = {
  clone(this: Any, def?: Any['def'], params?: { parent: boolean }) {
    return chained(z.clone(this, def, params));
  },
  describe(this: Any, description: string) {
    return this.meta({ description });
  },
  meta(this: Any, meta: z.core.GlobalMeta) {
    const copy = this.clone();
    z.globalRegistry.add(copy, meta);
    return copy;
  },
  default(this: Any, value: object) {
    return chained(z._default(this, value));
  },
  prefault(this: Any, value: unknown) {
    return chained(z.prefault(this, value));
  },
  exactOptional(this: Any) {
    return chained(z.exactOptional(this));
  },
};

export function chained<Base extends z.ZodMiniType>(schema: Base): Chained<Base> {
  return Object.assign(schema, methods) as unknown as Chained<Base>;
}

/** One of several schemas. */
export function union<const Options extends readonly z.core.SomeType[]>(
  options: Options,
  params?: z.core.$ZodUnionParams,
): Chained<z.ZodMiniUnion<Options>> {
  return chained(z.union(options, params));
}

/** One of several objects, which the value of one key tells apart. */
export function variants<
  Options extends readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]],
  Key extends string,
>(
  key: Key,
  options: Options,
  params?: z.core.$ZodDiscriminatedUnionParams,
): Chained<z.ZodMiniDiscriminatedUnion<Options, Key>> {
  return chained(z.discriminatedUnion(key, options, params));
}

/** A value that is read by a schema chosen for it, when it is read. */
export function chosen<Output, Input>(schemaFor: (value: unknown) => z.ZodMiniType): Schema<Output, Input> {
  const schema: Schema = chained(z.unknown()).check((context) => {
    const result = schemaFor(context.value).safeParse(context.value);
    if (result.success) context.value = result.data;
    else
      for (const issue of result.error.issues)
        context.issues.push({ ...issue, input: context.value } as never);
  });
  return schema as Schema<Output, Input>;
}
