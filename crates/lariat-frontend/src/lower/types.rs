//! Machine types with their layout.

use lariat_program::{Field, Type, TypeId, TypeInfo};
use lariat_term::FloatFormat;

use super::Lowering;
use super::raw::{self, Ty, TypeKind};

impl Lowering {
    /// The program's type for one of LLVM's.
    pub(super) fn ty(&mut self, ty: Ty) -> TypeId {
        if let Some(&id) = self.types.get(&ty) {
            return id;
        }
        let (lowered, odd) = self.lower_type(ty);
        let info = if has_fixed_layout(ty) {
            TypeInfo {
                ty: lowered,
                alloc_size: raw::alloc_size(self.layout, ty),
                store_size: raw::store_size(self.layout, ty),
                align: raw::abi_align(self.layout, ty),
            }
        } else {
            TypeInfo { ty: lowered, alloc_size: 0, store_size: 0, align: 1 }
        };
        let id = self.program.types.intern(info);
        if odd {
            self.odd_types.insert(id);
        }
        self.types.insert(ty, id);
        id
    }

    /// The integer type that addresses are computed in.
    pub(super) fn address_type(&mut self) -> TypeId {
        let ty = raw::int_type(self.context, self.program.target.pointer_bits);
        self.ty(ty)
    }

    /// Whether values of the type can only be used by unsupported instructions.
    pub(super) fn is_odd(&self, ty: TypeId) -> bool {
        !self.odd_types.is_empty() && self.odd_types.contains(&ty)
    }

    /// Whether the size of a type is known.
    pub(super) fn is_laid_out(&mut self, ty: Ty) -> bool {
        let id = self.ty(ty);
        !self.is_odd(id) || self.program.types.info(id).alloc_size > 0
    }

    fn lower_type(&mut self, ty: Ty) -> (Type, bool) {
        let float = |format| (Type::Float(format), false);
        match raw::type_kind(ty) {
            TypeKind::LLVMVoidTypeKind => (Type::Void, false),
            TypeKind::LLVMIntegerTypeKind => (Type::Int(raw::int_width(ty)), false),
            TypeKind::LLVMHalfTypeKind => float(FloatFormat::Half),
            TypeKind::LLVMBFloatTypeKind => float(FloatFormat::BFloat),
            TypeKind::LLVMFloatTypeKind => float(FloatFormat::Single),
            TypeKind::LLVMDoubleTypeKind => float(FloatFormat::Double),
            TypeKind::LLVMX86_FP80TypeKind => float(FloatFormat::X87),
            TypeKind::LLVMFP128TypeKind => float(FloatFormat::Quad),
            TypeKind::LLVMPointerTypeKind if raw::address_space(ty) == 0 => (Type::Pointer, false),
            TypeKind::LLVMVectorTypeKind => {
                let element = self.ty(raw::element_type(ty));
                let odd = self.is_odd(element);
                (Type::Vector { length: raw::vector_length(ty), element }, odd)
            }
            TypeKind::LLVMArrayTypeKind => {
                let element = self.ty(raw::element_type(ty));
                let odd = self.is_odd(element);
                (Type::Array { length: raw::array_length(ty), element }, odd)
            }
            TypeKind::LLVMStructTypeKind if has_fixed_layout(ty) => self.lower_struct(ty),
            _ => (Type::Other(raw::print_type(ty)), true),
        }
    }

    fn lower_struct(&mut self, ty: Ty) -> (Type, bool) {
        let mut fields = Vec::new();
        let mut odd = false;
        for index in 0..raw::field_count(ty) {
            let field = self.ty(raw::field_type(ty, index));
            odd |= self.is_odd(field);
            fields.push(Field { ty: field, offset: raw::field_offset(self.layout, ty, index) });
        }
        let name = raw::struct_name(ty).map(|name| {
            let tag = name.strip_prefix("struct.").or_else(|| name.strip_prefix("union."));
            tag.unwrap_or(&name).to_owned()
        });
        (Type::Struct { name, fields }, odd)
    }
}

/// Whether the size of a type is known when a program is compiled.
fn has_fixed_layout(ty: Ty) -> bool {
    match raw::type_kind(ty) {
        TypeKind::LLVMScalableVectorTypeKind | TypeKind::LLVMTargetExtTypeKind => false,
        TypeKind::LLVMArrayTypeKind => has_fixed_layout(raw::element_type(ty)),
        TypeKind::LLVMStructTypeKind => {
            raw::is_sized(ty)
                && (0..raw::field_count(ty))
                    .all(|index| has_fixed_layout(raw::field_type(ty, index)))
        }
        _ => raw::is_sized(ty),
    }
}
